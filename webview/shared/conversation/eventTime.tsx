import { fullTime, timeOfDay } from '../../../src/shared/times';
import { locale } from '../boot';

/** The wall clock time of an event, with the full one as its tooltip. */
export function EventTime({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <time class="time" dateTime={at} title={fullTime(at, { locale })}>
      {timeOfDay(at, { locale })}
    </time>
  );
}
