import { agentIds, agentNames } from '../../src/shared/agentId';
import type { UsageBar, UsageFocus, UsageView } from '../../src/shared/usageContract';
import { Chart } from './chart';
import { compact, daysText, dollars, number, words } from './words';

const height = 100;
const width = 10;
/** Of a bar's place, that it leaves to the next one. */
const gap = 2;

/** Tokens of each day, week or month, stacked by agent. */
export function Bars({ view, onShow }: { view: UsageView; onShow(focus: UsageFocus, label: string): void }) {
  const { bars, step } = view;
  const most = Math.max(1, ...bars.map(tokensOf));
  const agents = agentIds.filter((id) => bars.some(({ parts }) => parts.some(({ agent }) => agent === id)));
  const tell = (place: number): string[] => {
    const bar = bars[place];
    if (bar === undefined) return [];
    return [`${daysText(bar)}: ${number(tokensOf(bar))}`, ...bar.parts.map(({ agent, tokens, cost }) => `${nameOf(agent)}: ${number(tokens)}, ${dollars(cost)}`)];
  };
  const choose = (place: number): void => {
    const bar = bars[place];
    if (bar !== undefined) onShow({ days: { since: bar.since, until: bar.until } }, daysText(bar));
  };
  return (
    <section aria-labelledby="bars-title">
      <h2 id="bars-title">{words.chart(step)}</h2>
      <div class="scale muted" aria-hidden="true">
        {compact(most)}
      </div>
      <Chart
        label={words.chart(step)}
        hint={words.chartKeys()}
        count={bars.length}
        tell={tell}
        step={(key) => ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 })[key] ?? 0}
        at={(x) => Math.max(0, Math.min(bars.length - 1, Math.floor(x * bars.length)))}
        middle={(place) => (place + 0.5) / bars.length}
        onChoose={choose}
        draw={(marked) => (
          <svg class="bars" viewBox={`0 0 ${bars.length * width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {marked !== undefined && <rect class="marked" x={marked * width} y={0} width={width} height={height} />}
            {bars.map((bar, place) => (
              <Stack key={bar.since} bar={bar} x={place * width} most={most} />
            ))}
          </svg>
        )}
      />
      <div class="ends muted" aria-hidden="true">
        <span>{daysText({ since: bars[0]?.since ?? null, until: bars[0]?.since ?? null })}</span>
        <span>{daysText({ since: bars.at(-1)?.until ?? null, until: bars.at(-1)?.until ?? null })}</span>
      </div>
      <ul class="legend">
        {agents.map((agent) => (
          <li key={agent}>
            <span class={`key agent-${agent}`} aria-hidden="true" />
            {nameOf(agent)}
          </li>
        ))}
      </ul>
      <details>
        <summary>{words.asTable()}</summary>
        <div class="scroll" tabIndex={0} role="region" aria-labelledby="bars-title">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.period()}</th>
                <th scope="col" class="number">
                  {words.tokens()}
                </th>
                {agents.map((agent) => (
                  <th key={agent} scope="col" class="number">
                    {nameOf(agent)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.since}>
                  <th scope="row">{daysText(bar)}</th>
                  <td class="number">{number(tokensOf(bar))}</td>
                  {agents.map((agent) => (
                    <td key={agent} class="number">
                      {number(bar.parts.find((part) => part.agent === agent)?.tokens ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

function Stack({ bar, x, most }: { bar: UsageBar; x: number; most: number }) {
  let top = height;
  return (
    <>
      {bar.parts.map(({ agent, tokens }) => {
        const tall = (tokens / most) * height;
        top -= tall;
        return <rect key={agent} class={`agent-${agent}`} x={x + gap / 2} y={top} width={width - gap} height={tall} />;
      })}
    </>
  );
}

function tokensOf({ parts }: UsageBar): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

function nameOf(agent: string): string {
  return Object.entries(agentNames).find(([id]) => id === agent)?.[1] ?? agent;
}
