import { useMemo } from 'preact/hooks';
import { ansiSpans, type Style } from '../../src/shared/ansi';

/** A terminal's output in its colours; see `ansiSpans`. Nothing in it is anything but text. */
export function TerminalText({ text }: { text: string }) {
  const spans = useMemo(() => ansiSpans(text), [text]);
  return (
    <>
      {spans.map((span, index) => {
        const { classes, style } = looks(span.style);
        return classes === '' ? span.text : <span key={index} class={classes} style={style}>{span.text}</span>;
      })}
    </>
  );
}

function looks({ colour, ground, inverse = false, bold, dim, italic, underline }: Style): { classes: string; style: Record<string, string> } {
  const [text, behind] = inverse ? [ground, colour] : [colour, ground];
  const hasGround = behind !== undefined || inverse;
  const style: Record<string, string> = {};
  if (behind !== undefined) Object.assign(style, { background: `var(--ansi-ground-${behind})`, color: `var(--ansi-on-${behind})` });
  else if (!hasGround && text !== undefined) style['color'] = `var(--ansi-${text})`;
  const classes = [
    bold === true && 'ansi-bold',
    dim === true && 'ansi-dim',
    italic === true && 'ansi-italic',
    underline === true && 'ansi-underline',
    hasGround && behind === undefined && 'ansi-inverse',
    Object.keys(style).length > 0 && 'ansi',
  ];
  return { classes: classes.filter((each) => each !== false).join(' '), style };
}
