import { ok, type Result } from '../core/result';
import type { Query, Transaction } from './transaction';

export const placeReads = {
  place: (query: Query, { scope }: { scope: string }): string | undefined => query.get('SELECT value FROM place WHERE scope = ?', scope)?.['value'] as string | undefined,
};

export const placeWrites = {
  /** Where one was last in a scope, such as a project. Both are the caller's words. */
  setPlace(tx: Transaction, { scope, value }: { scope: string; value: string }): Result<null, never> {
    if (placeReads.place(tx, { scope }) === value) return ok(null);
    tx.run('INSERT OR REPLACE INTO place VALUES (?, ?)', scope, value);
    tx.changed('place', scope);
    return ok(null);
  },
};
