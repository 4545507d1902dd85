import { locale } from './boot';

export function number(value: number): string {
  return value.toLocaleString(locale);
}

/** A number of bytes in the largest unit in which it is at least 1. */
export function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], unitDisplay: step === 0 ? 'long' : 'short', maximumFractionDigits: 1 }).format(value);
}
