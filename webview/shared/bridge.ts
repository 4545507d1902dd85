import { Emitter, type Listener } from '../../src/core/events';
import type { Disposable } from '../../src/core/owned';
import type { Answer, Contract, EventName, HostMessage, Params, RequestMessage, RequestName } from '../../src/shared/bridge';

/** What VS Code gives a page, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** A page's end of the contract `C` with its host. */
export class Bridge<C extends Contract> {
  private readonly api = acquireVsCodeApi();
  private readonly waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  private readonly events = new Emitter<{ name: string; value: unknown }>((error) => console.error(error));
  private lastId = 0;

  constructor() {
    window.addEventListener('message', (message: MessageEvent<HostMessage>) => this.receive(message.data));
  }

  /** Rejects only when the host's handler threw; what can go wrong in normal use is in the answer. */
  request<N extends RequestName<C>>(name: N, params: Params<C, N>): Promise<Answer<C, N>> {
    const id = ++this.lastId;
    return new Promise<Answer<C, N>>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.api.postMessage({ kind: 'request', id, name, params } satisfies RequestMessage);
    });
  }

  on<N extends EventName<C>>(name: N, listener: Listener<C['events'][N]>): Disposable {
    return this.events.event((event) => {
      if (event.name === name) listener(event.value as C['events'][N]);
    });
  }

  /** What `keep` kept before the page was closed or hidden. */
  kept(): unknown {
    return this.api.getState();
  }

  /** Keeps `state` while the page is hidden, and over a reload of the window. */
  keep(state: unknown): void {
    this.api.setState(state);
  }

  private receive(message: HostMessage): void {
    if (message.kind === 'event') return this.events.fire(message);
    if (message.kind !== 'answer') return;
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(message.error));
  }
}
