import type { RefObject } from 'preact';
import type { UsageFigures, UsageSession, UsageSessions } from '../../src/shared/usageContract';
import { Button } from '../shared/button';
import { compact, day, dollars, number, words } from './words';

interface SessionTableProps {
  readonly sessions: UsageSessions | undefined;
  /** The figure whose sessions these are; empty for all. */
  readonly label: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  onOpen(key: string): void;
  onShowAll(): void;
}

/** The sessions that a figure sums up. */
export function SessionTable({ sessions, label, heading, onOpen, onShowAll }: SessionTableProps) {
  const rows = sessions?.rows ?? [];
  return (
    <section aria-labelledby="sessions-title" aria-busy={sessions === undefined}>
      <div class="sessions-head">
        <h2 id="sessions-title" ref={heading} tabIndex={-1}>
          {words.sessionsOf(label)}
        </h2>
        {label !== '' && <Button onClick={onShowAll}>{words.showAll()}</Button>}
      </div>
      {sessions !== undefined && rows.length === 0 && (
        <div class="empty">
          <p class="what">{words.nothing()}</p>
          <p>{words.nothingNext()}</p>
        </div>
      )}
      {rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-labelledby="sessions-title">
          <table class="sessions">
            <thead>
              <tr>
                <th scope="col">{words.session()}</th>
                <th scope="col">{words.agent()}</th>
                <th scope="col">{words.lastDay()}</th>
                <th scope="col" class="number">
                  {words.cost()}
                </th>
                {columns.map(([, name]) => (
                  <th key={name()} scope="col" class="number">
                    {name()}
                  </th>
                ))}
                <th scope="col">{words.model()}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.key} row={row} onOpen={() => onOpen(row.key)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {sessions !== undefined && sessions.total > rows.length && <p class="muted">{words.onlyFirst(rows.length, sessions.total)}</p>}
    </section>
  );
}

const columns: readonly (readonly [keyof UsageFigures, () => string])[] = [
  ['requests', words.requests],
  ['input', words.input],
  ['output', words.output],
  ['cache_read', words.cacheRead],
  ['cache_write', words.cacheWrite],
];

function Row({ row, onOpen }: { row: UsageSession; onOpen(): void }) {
  const { title, agentName, project, models, lastDay, figures, subagents } = row;
  return (
    <tr>
      <th scope="row">
        <button type="button" class="link" title={project} onClick={onOpen}>
          {title === '' ? words.untitled() : title}
        </button>
      </th>
      <td>{agentName}</td>
      <td>{lastDay === null ? '' : day(lastDay)}</td>
      {figures === null ? (
        <td colSpan={columns.length + 1}>{words.unknown()}</td>
      ) : (
        <>
          <td class="number">{dollars(figures.cost)}</td>
          {columns.map(([column]) => (
            <td key={column} class="number" title={column === 'requests' && subagents > 0 ? words.subagents(number(subagents)) : number(figures[column] ?? 0)}>
              {compact(figures[column] ?? 0)}
            </td>
          ))}
        </>
      )}
      <td>{models.join(', ')}</td>
    </tr>
  );
}
