import type { Webview } from 'vscode';
import type { Disposable } from '../core/owned';
import { Owned } from '../core/owned';
import type { Answer, Contract, EventName, HostMessage, Params, RequestName } from '../shared/bridge';
import { failedMessage, requestMessage } from './schema';

export type Handlers<C extends Contract> = { readonly [N in RequestName<C>]: (params: Params<C, N>) => Promise<Answer<C, N>> };
/** Checks of requests' parameters: what `parse` does not return, it throws. */
export type ParamChecks<C extends Contract> = { readonly [N in RequestName<C>]: { parse(value: unknown): Params<C, N> } };

/** The host's end of a page: answers its requests, every one, and sends it events. */
export class PageBridge<C extends Contract> implements Disposable {
  private readonly own = new Owned();

  constructor(
    private readonly deps: {
      webview: Pick<Webview, 'onDidReceiveMessage' | 'postMessage'>;
      checks: ParamChecks<C>;
      handlers: Handlers<C>;
      log: (message: string, error: unknown) => void;
    },
  ) {
    this.own.add(deps.webview.onDidReceiveMessage((message: unknown) => void this.receive(message)));
  }

  send<N extends EventName<C>>(name: N, value: C['events'][N]): void {
    this.post({ kind: 'event', name, value });
  }

  dispose(): void {
    this.own.dispose();
  }

  private async receive(message: unknown): Promise<void> {
    const failed = failedMessage.safeParse(message);
    if (failed.success) {
      this.deps.log('a page could not begin', failed.data.reason);
      return;
    }
    const request = requestMessage.safeParse(message);
    if (!request.success) {
      this.deps.log('a page sent what is no request', request.error);
      return;
    }
    const { id, name, params } = request.data;
    try {
      this.post({ kind: 'answer', id, result: await this.answer(name, params) });
    } catch (error) {
      this.deps.log(`request ${name}`, error);
      this.post({ kind: 'answer', id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  private async answer(name: string, params: unknown): Promise<unknown> {
    const { handlers, checks } = this.deps;
    if (!Object.hasOwn(handlers, name)) throw new Error(`unknown request ${name}`);
    const known = name as RequestName<C>;
    return handlers[known](checks[known].parse(params));
  }

  private post(message: HostMessage): void {
    if (!this.own.isDisposed) void this.deps.webview.postMessage(message);
  }
}
