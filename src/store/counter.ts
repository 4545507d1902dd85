import type { Transaction } from './transaction';

/** The next number of its kind, from 1. */
export function nextNumber(tx: Transaction, name: string): number {
  tx.run('INSERT INTO counter VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1', name);
  return Number(tx.get('SELECT value FROM counter WHERE name = ?', name)?.['value']);
}
