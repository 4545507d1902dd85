import { connect } from 'node:net';
import * as fs from 'node:fs';
import { Emitter } from '../core/events';
import type { HostPlace } from './host/place';
import { type Greeting, greetingMessage, type Hello, hostMessage, type HostMessage, lineLimits, protocol, type WindowMessage } from './host/schema';
import { parseWith, Wire } from './host/wire';

/** Milliseconds that a host may take to answer, also under load. */
const answerTime = 10_000;

type HostWire = Wire<Hello | WindowMessage>;
type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;
/** What a window asks, and gets an answer to. */
export type HostRequest = WithoutId<WindowMessage>;
export type HostEvent = Extract<HostMessage, { type: 'data' | 'screen' | 'exit' }>;

export type Greeted = { readonly connection: HostConnection } | (Greeting & { type: 'refused' }) | undefined;

/** Connects to the host at `place`. `undefined` where none listens, answers or is willing to. */
export async function greetHost(place: HostPlace, version: string): Promise<Greeted> {
  let token: string;
  try {
    token = await fs.promises.readFile(place.token, 'utf8');
  } catch {
    return undefined;
  }
  const wire: HostWire = new Wire(connect(place.address), () => undefined);
  const greeting = await new Promise<Greeting | undefined>((resolve) => {
    const timer = setTimeout(() => wire.destroy(), answerTime);
    wire.onClose(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
    wire.expect(parseWith(greetingMessage), lineLimits.hello, (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    wire.send({ type: 'hello', protocol, version, token });
  });
  if (greeting?.type === 'welcome') return { connection: new HostConnection(wire) };
  wire.destroy();
  return greeting;
}

/** A connection to a host that has let us in. It ends by itself when the host no longer answers. */
export class HostConnection {
  private readonly events = new Emitter<HostEvent>();
  readonly onEvent = this.events.event;
  private readonly closed = new Emitter<void>();
  /** Also of our own closing. */
  readonly onClose = this.closed.event;
  private readonly pending = new Map<number, (answer: HostMessage | undefined) => void>();
  private nextId = 1;
  private isUnanswered = false;
  isOpen = true;

  constructor(private readonly wire: HostWire) {
    wire.expect(parseWith(hostMessage), lineLimits.host, (message) => this.receive(message));
    const heartbeat = setInterval(() => this.beat(), answerTime);
    wire.onClose(() => {
      clearInterval(heartbeat);
      this.isOpen = false;
      for (const settle of this.pending.values()) settle(undefined);
      this.pending.clear();
      this.closed.fire();
    });
  }

  /** `understand` gets the answer, `undefined` when none comes, before any message that follows it is handled. */
  request<T>(request: HostRequest, understand: (answer: HostMessage | undefined) => T, cancelled?: AbortSignal): Promise<T> {
    if (!this.isOpen || cancelled?.aborted === true) return Promise.resolve(understand(undefined));
    const id = this.nextId++;
    return new Promise((resolve) => {
      const cancel = (): void => {
        this.send({ type: 'cancel', id });
        this.settle(id, undefined);
      };
      this.pending.set(id, (answer) => {
        cancelled?.removeEventListener('abort', cancel);
        resolve(understand(answer));
      });
      cancelled?.addEventListener('abort', cancel);
      this.wire.send({ ...request, id });
    });
  }

  send(message: Exclude<WindowMessage, { id: number }> | { readonly type: 'cancel'; readonly id: number }): void {
    this.wire.send(message);
  }

  /** What was sent before still arrives. */
  close(): void {
    this.isOpen = false;
    this.wire.end();
  }

  private receive(message: HostMessage): void {
    this.isUnanswered = false;
    if (!('id' in message)) return this.events.fire(message);
    this.settle(message.id, message);
  }

  private settle(id: number, answer: HostMessage | undefined): void {
    const settle = this.pending.get(id);
    this.pending.delete(id);
    settle?.(answer);
  }

  /** A whole interval without a word: it hangs. After a sleep of the machine only one beat is late. */
  private beat(): void {
    if (this.isUnanswered) return this.wire.destroy();
    this.isUnanswered = true;
    void this.request({ type: 'ping' }, () => undefined);
  }
}
