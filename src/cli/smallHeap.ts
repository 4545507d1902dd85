import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of a command small that looks at a whole history, in all of its threads: of what it reads nearly nothing lives on,
 * and where new objects are made need not grow.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Clears away early instead of rarely: much reading takes a fifth less memory, and hardly more time. */
export function clearOften(): void {
  setFlagsFromString('--heap-growing-percent=15');
}
