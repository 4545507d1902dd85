import { addDays } from '../../src/shared/usagePeriods';
import { Chart } from './chart';
import { day as dayText, number, words } from './words';

const weeks = 53;
const cell = 10;
const levels = 4;

/** The days of the last year, a column a week; how dark one is tells how much was used. */
export function Heat({ heat, today, onShow }: { heat: Readonly<Record<string, number>>; today: string; onShow(day: string): void }) {
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const first = addDays(today, -(weekday + (weeks - 1) * 7));
  const count = (weeks - 1) * 7 + weekday + 1;
  const days = Array.from({ length: count }, (_, place) => addDays(first, place));
  const most = Math.max(1, ...Object.values(heat));
  const at = (x: number, y: number): number | undefined => {
    const place = Math.floor(x * weeks) * 7 + Math.floor(y * 7);
    return place >= 0 && place < count ? place : undefined;
  };
  return (
    <section aria-labelledby="heat-title">
      <h2 id="heat-title">{words.heat()}</h2>
      <Chart
        label={words.heat()}
        hint={words.chartKeys()}
        count={count}
        tell={(place) => [`${dayText(days[place] ?? today)}: ${number(heat[days[place] ?? ''] ?? 0)}`]}
        step={(key) => ({ ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 })[key] ?? 0}
        at={at}
        middle={(place) => (Math.floor(place / 7) + 0.5) / weeks}
        onChoose={(place) => onShow(days[place] ?? today)}
        draw={(marked) => (
          <svg class="heat" viewBox={`0 0 ${weeks * cell} ${7 * cell}`} aria-hidden="true">
            {days.map((day, place) => (
              <rect
                key={day}
                class={`level-${levelOf(heat[day] ?? 0, most)} ${place === marked ? 'chosen' : ''}`}
                x={Math.floor(place / 7) * cell + 1}
                y={(place % 7) * cell + 1}
                width={cell - 2}
                height={cell - 2}
                rx={1.5}
              />
            ))}
          </svg>
        )}
      />
      <p class="heat-key muted" aria-hidden="true">
        {words.heatLess()}
        {Array.from({ length: levels + 1 }, (_, level) => (
          <svg key={level} viewBox={`0 0 ${cell} ${cell}`}>
            <rect class={`level-${level}`} x={1} y={1} width={cell - 2} height={cell - 2} rx={1.5} />
          </svg>
        ))}
        {words.heatMore()}
      </p>
    </section>
  );
}

/** By the root: days differ a hundredfold, and a small one should still be seen. */
function levelOf(tokens: number, most: number): number {
  return tokens === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(tokens / most) * levels));
}
