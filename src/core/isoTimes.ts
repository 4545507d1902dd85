/** `2026-11-30T10:45:53.414Z`, and in it the day with what follows it. */
const [length, dayLength] = [24, 11];
const zero = 0x30;

/** Reads times out of the bytes of a history, where one day comes many times in a row. */
export class IsoTimes {
  private readonly day = new Uint8Array(dayLength);
  /** Milliseconds since 1970 at which `day` begins. */
  private dayStart = NaN;

  /** Milliseconds since 1970 of a time in any form that `Date.parse` knows; `undefined` for what is none. */
  read(bytes: Uint8Array, start: number, end: number): number | undefined {
    const inDay = end - start === length ? timeOfDay(bytes, start + dayLength) : NaN;
    if (Number.isNaN(inDay)) return parsed(textOf(bytes, start, end));
    if (!this.isSameDay(bytes, start)) {
      this.day.set(bytes.subarray(start, start + dayLength));
      this.dayStart = Date.parse(`${textOf(bytes, start, start + dayLength)}00:00:00.000Z`);
    }
    return Number.isNaN(this.dayStart) ? parsed(textOf(bytes, start, end)) : this.dayStart + inDay;
  }

  private isSameDay(bytes: Uint8Array, start: number): boolean {
    for (let at = 0; at < dayLength; at++) if (bytes[start + at] !== this.day[at]) return false;
    return true;
  }
}

/** Milliseconds since midnight of `10:45:53.414Z`; NaN for anything else. */
function timeOfDay(bytes: Uint8Array, at: number): number {
  if (bytes[at + 2] !== 0x3a || bytes[at + 5] !== 0x3a || bytes[at + 8] !== 0x2e || bytes[at + 12] !== 0x5a) return NaN;
  const [hours, minutes, seconds] = [digits(bytes, at, 2), digits(bytes, at + 3, 2), digits(bytes, at + 6, 2)];
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return NaN;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + digits(bytes, at + 9, 3);
}

function digits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = (bytes[at] as number) - zero;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 64)));
}

function parsed(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
