/** How a page and its host talk: the messages on the wire, the same for every page. */
export interface Contract {
  requests: Record<string, { params: unknown; result: unknown }>;
  events: Record<string, unknown>;
}

export type RequestName<C extends Contract> = keyof C['requests'] & string;
export type EventName<C extends Contract> = keyof C['events'] & string;
export type Params<C extends Contract, N extends RequestName<C>> = C['requests'][N]['params'];
export type Answer<C extends Contract, N extends RequestName<C>> = C['requests'][N]['result'];

/** Page to host. Every request is answered, also when its handler throws. */
export interface RequestMessage {
  readonly kind: 'request';
  readonly id: number;
  readonly name: string;
  readonly params: unknown;
}

/** Page to host: it could not begin. */
export interface FailedMessage {
  readonly kind: 'failed';
  readonly reason: string;
}

/** Host to page. `error` is set when the handler threw: a bug, not one of the contract's codes. */
export type HostMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly result?: unknown; readonly error?: string }
  | { readonly kind: 'event'; readonly name: string; readonly value: unknown };
