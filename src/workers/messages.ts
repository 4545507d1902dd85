import type { Operations } from './operations';

export type OperationName = keyof Operations;

/** Main thread to scan worker. */
export interface OperationRequest {
  readonly id: number;
  readonly name: OperationName;
  readonly params: unknown;
}

/** Scan worker to main thread. */
export type OperationAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
