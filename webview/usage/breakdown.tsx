import { useEffect, useRef, useState } from 'preact/hooks';
import type { UsageFigures, UsageFocus, UsageGroup } from '../../src/shared/usageContract';
import { Button } from '../shared/button';
import { compact, dollars, number, percent, words } from './words';

/** Shown at first: the rest is small, and comes when asked for. */
const fewest = 12;

interface BreakdownProps {
  readonly by: 'agent' | 'project' | 'model';
  readonly groups: readonly UsageGroup[];
  onShow(focus: UsageFocus, label: string): void;
}

/** Who or what used how much. */
export function Breakdown({ by, groups, onShow }: BreakdownProps) {
  const all = groups.reduce((sum, { figures }) => sum + tokensOf(figures), 0);
  const title = words[by]();
  const [isWhole, setIsWhole] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = isWhole ? groups : groups.slice(0, fewest);
  const left = groups.length - shown.length;
  useEffect(() => {
    // The button is gone: the first row that was not there takes its place.
    if (isWhole) body.current?.querySelectorAll('button')[fewest]?.focus();
  }, [isWhole]);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby={`by-${by}`}>
      <h2 id={`by-${by}`}>{words.breakdown(title)}</h2>
      <table class="breakdown">
        <thead class="hidden">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{words.share()}</th>
            <th scope="col">{words.tokens()}</th>
            <th scope="col">{words.cost()}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map(({ name, label, figures, sessions }) => {
            const text = label === '' ? words.notRecorded() : label;
            const share = all === 0 ? 0 : tokensOf(figures) / all;
            return (
              <tr key={name}>
                <th scope="row">
                  <button type="button" class="link" title={`${text}\n${words.sessions()}: ${number(sessions)}`} onClick={() => onShow({ [by]: name }, text)}>
                    {by === 'project' ? shortened(text) : text}
                  </button>
                </th>
                <td class="share">
                  <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect class={by === 'agent' ? `agent-${name}` : 'part'} x={0} y={0} width={share * 100} height={4} />
                  </svg>
                  <span>{percent(share)}</span>
                </td>
                <td class="number" title={number(tokensOf(figures))}>
                  {compact(tokensOf(figures))}
                </td>
                <td class="number">{dollars(figures.cost)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {left > 0 && <Button onClick={() => setIsWhole(true)}>{words.moreGroups(left)}</Button>}
    </section>
  );
}

function tokensOf({ input, output, cache_read, cache_write }: UsageFigures): number {
  return input + output + cache_read + cache_write;
}

/** The last two parts of a path: the whole is in the tooltip. */
function shortened(folder: string): string {
  const parts = folder.split(/(?<=[\\/])/);
  return parts.length <= 3 ? folder : `…/${parts.slice(-2).join('')}`;
}
