import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { h, type ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

provideVSCodeDesignSystem().register(vsCodeButton());

/** A button with words, looking as VS Code's own. */
export function Button({ primary = false, onClick, children }: { primary?: boolean; onClick(): void; children: ComponentChildren }) {
  return h('vscode-button', { appearance: primary ? 'primary' : 'secondary', onClick }, children);
}

interface IconButtonProps {
  readonly icon: IconName;
  /** Its name, and its tooltip. */
  readonly label: string;
  readonly onClick?: () => void;
  /** Whether what it opens is open, for a button that opens something. */
  readonly expanded?: boolean;
  /** The id of the popover that it opens. */
  readonly popover?: string;
  /** Whether it does nothing now. It can have the focus all the same, which would be lost at the end of a row of steps. */
  readonly disabled?: boolean;
}

/** A small button that shows an icon alone. The toolkit's own would make a shadow tree for each of hundreds in a list. */
export function IconButton({ icon, label, onClick, expanded, popover, disabled }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-expanded={expanded}
      aria-disabled={disabled}
      title={label}
      popovertarget={popover}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
