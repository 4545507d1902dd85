import type { UsageCards, UsageView } from '../../src/shared/usageContract';
import { compact, dollars, number, percent, words } from './words';

interface Card {
  readonly label: string;
  readonly text: string;
  readonly title: string;
  /** `null` where it is not known. */
  of(cards: UsageCards): number | null;
}

/** The four sums of the period, each beside that of as many days before. */
export function Cards({ view, onShow }: { view: UsageView; onShow(label: string): void }) {
  const { now, before } = view;
  const { figures } = now;
  const cards: readonly Card[] = [
    { label: words.tokens(), text: compact(tokensOf(now)), title: partsOf(now), of: tokensOf },
    { label: words.cost(), text: dollars(figures.cost), title: words.prices(view.pricesAsOf), of: (each) => each.figures.cost },
    { label: words.sessions(), text: number(now.sessions), title: `${words.requests()}: ${number(figures.requests)}`, of: (each) => each.sessions },
    { label: words.activeDays(), text: number(now.activeDays), title: '', of: (each) => each.activeDays },
  ];
  return (
    <ul class="cards">
      {cards.map(({ label, text, title, of }) => (
        <li key={label}>
          <button type="button" title={title} onClick={() => onShow(label)}>
            <span class="label">{label}</span>
            <span class="figure">{text}</span>
            <span class="change">{before !== null && change(of(now), of(before))}</span>
            <span class="hidden">{words.show(label)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function tokensOf({ figures: { input, output, cache_read, cache_write } }: UsageCards): number {
  return input + output + cache_read + cache_write;
}

function partsOf({ figures }: UsageCards): string {
  return [
    `${words.input()}: ${number(figures.input)}`,
    `${words.output()}: ${number(figures.output)} (${words.reasoning()}: ${number(figures.reasoning)})`,
    `${words.cacheRead()}: ${number(figures.cache_read)}`,
    `${words.cacheWrite()}: ${number(figures.cache_write)}`,
  ].join('\n');
}

function change(now: number | null, before: number | null): string {
  if (now === null || before === null) return '';
  if (before === 0) return now === 0 ? words.same() : words.noneBefore();
  const part = now / before - 1;
  if (Math.abs(part) < 0.0005) return words.same();
  return part > 0 ? words.more(percent(part)) : words.less(percent(-part));
}
