import type { Failure } from '../core/result';
import { chatReads, chatWrites } from './chatTable';
import { draftReads, draftWrites } from './draftTable';
import { messageReads, messageWrites } from './messageTable';
import { placeReads, placeWrites } from './placeTable';
import { projectReads, projectWrites } from './projectTable';

/** Everything that can be asked of the store, by name. Parameters and results are plain data. */
export const reads = { ...projectReads, ...chatReads, ...messageReads, ...draftReads, ...placeReads };
/** One that changes nothing writes nothing. One that answers a failure is taken back. */
export const writes = { ...projectWrites, ...chatWrites, ...messageWrites, ...draftWrites, ...placeWrites };

export type Reads = typeof reads;
export type Writes = typeof writes;
export type ReadName = keyof Reads;
export type WriteName = keyof Writes;

/** Why the store itself refuses, apart from its operations. The detail is a path or the system's own message. */
export type StoreCode =
  /** The log or `current` is damaged; what is sound can be read. The detail is where the damaged file is kept. */
  | 'store_damaged'
  /** Nothing can be read. */
  | 'snapshot_damaged'
  | 'store_unreadable'
  /** Another release has written it: it can be read as far as this one understands it. */
  | 'newer_schema'
  | 'disk_full'
  | 'store_not_written';

export type StoreFailure = Failure<StoreCode>;
type Params<Operation> = Operation extends (query: never, params: infer P) => unknown ? (unknown extends P ? undefined : P) : never;

export type ReadParams<K extends ReadName> = Params<Reads[K]>;
export type WriteParams<K extends WriteName> = Params<Writes[K]>;
