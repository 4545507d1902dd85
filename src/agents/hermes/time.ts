import { toIso } from '../../core/time';

/** A time as the database keeps it, in seconds since 1970: whole microseconds, up to the last digits of a float. */
export function isoOf(seconds: number | undefined): string | null {
  return seconds === undefined ? null : toIso(Math.round(seconds * 1e6) / 1000);
}

/** ISO 8601 as seconds since 1970; without a zone the time is local. */
export function secondsOf(time: string | undefined): number | undefined {
  const milliseconds = Date.parse(time ?? '');
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** The time in a session id, which is local, in seconds since 1970. */
export function timeInId(id: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)/.exec(id) ?? [];
  return secondsOf(`${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}`);
}
