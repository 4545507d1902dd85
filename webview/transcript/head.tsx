import { useState } from 'preact/hooks';
import { timeSpan } from '../../src/shared/times';
import type { TranscriptHead } from '../../src/shared/transcriptContract';
import { boot, locale } from '../shared/boot';
import { IconButton } from '../shared/button';
import { isIncomplete, Omissions } from '../shared/conversation/omissions';
import { words as conversationWords } from '../shared/conversation/words';
import type { TranscriptMode } from '../../src/shared/transcriptPageState';
import { Icon, type IconName } from '../shared/icon';
import { ViewSwitch } from './history/viewSwitch';
import { words } from './words';

/** Below this height the details start folded, or they would leave no room for the conversation (as at 400 % zoom). */
const roomForDetails = '(min-height: 30rem)';

interface HeadProps {
  readonly head: TranscriptHead;
  readonly mode: TranscriptMode;
  onMode(mode: TranscriptMode): void;
  onFind(): void;
  onExport(): void;
  onCopyLink(): void;
}

/** What the session is, and what of it could not be read. */
export function Head({ head, mode, onMode, onFind, onExport, onCopyLink }: HeadProps) {
  const [open, setOpen] = useState(() => matchMedia(roomForDetails).matches);
  return (
    <header class="head">
      <div class="head-line">
        <AgentIcon />
        <h1>{head.title === '' ? words.untitled() : head.title}</h1>
        {head.running && (
          <span class="running">
            <Icon name="loading" />
            {words.running()}
          </span>
        )}
        {isIncomplete(head) && !open && (
          <span title={conversationWords.incomplete()}>
            <Icon name="warning" tone="warning" />
            <span class="hidden">{conversationWords.incomplete()}</span>
          </span>
        )}
        <div class="head-actions">
          <ViewSwitch mode={mode} onMode={onMode} />
          {mode === 'chat' && <IconButton icon="search" label={conversationWords.find()} onClick={onFind} />}
          <IconButton icon="export" label={words.exportSession()} onClick={onExport} />
          <IconButton icon="link" label={words.copyLink()} onClick={onCopyLink} />
          <IconButton icon={open ? 'chevron-down' : 'chevron-right'} label={words.details()} expanded={open} onClick={() => setOpen(!open)} />
          <Keys mode={mode} />
        </div>
      </div>
      {open && <Details head={head} />}
      {open && <Omissions head={head} />}
    </header>
  );
}

function Details({ head }: { head: TranscriptHead }) {
  const details: readonly (readonly [IconName, string, string | null])[] = [
    ['terminal', words.agent(), head.agentName],
    ['folder', words.folder(), head.folder],
    ['branch', words.branch(), head.branch],
    ['lightbulb', words.models(), head.models.join(', ')],
    ['clock', words.time(), timeSpan(head.createdAt, head.lastActivityAt, { locale })],
    ['comment', conversationWords.conversation(), head.messageCount === null ? null : conversationWords.messages(head.messageCount)],
  ];
  return (
    <dl class="details">
      {details.map(
        ([icon, name, value]) =>
          value !== null &&
          value !== '' && (
            <div key={name} title={name}>
              <dt>
                <Icon name={icon} />
                <span class="hidden">{name}</span>
              </dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The agent's icon, as a mask over the text colour, so that it fits every theme. */
function AgentIcon() {
  if (boot.icon === undefined) return null;
  const picture = `url("${CSS.escape(boot.icon)}")`;
  return <span class="agent-icon" aria-hidden="true" style={{ maskImage: picture }} />;
}

function Keys({ mode }: { mode: TranscriptMode }) {
  return (
    <>
      <IconButton icon="question" label={words.keys()} popover="keys" />
      <dl class="keys" id="keys" popover="auto">
        {words.keyList(mode).map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
