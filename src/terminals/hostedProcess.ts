import { Emitter, type Listener } from '../core/events';
import type { Disposable } from '../core/owned';
import type { HostConnection, HostEvent } from './hostConnection';
import type { Size, TerminalExit, TerminalProcess } from './terminalHost';

/** Characters of a pasted text in one message. */
const inputPart = 256 << 10;
/** Empties a terminal and resets its modes. */
const reset = '\x1bc';

/** A process of the terminal host, as this window sees it. */
export class HostedProcess implements TerminalProcess {
  private readonly data = new Emitter<string>();
  private readonly exited = new Emitter<TerminalExit>();
  private early: string[] | undefined = [];
  private exit: TerminalExit | undefined;

  constructor(
    private readonly deps: {
      connection: HostConnection;
      key: string;
      /** This much has been shown. */
      onRead: (count: number) => void;
      /** Not shown here any longer. */
      onLeave: () => void;
    },
    readonly pid: number,
  ) {}

  readonly onData = (listener: Listener<string>): Disposable => {
    const subscription = this.data.event(listener);
    for (const text of this.early?.splice(0) ?? []) this.show(text);
    this.early = undefined;
    return subscription;
  };

  readonly onExit = (listener: Listener<TerminalExit>): Disposable => {
    if (this.exit !== undefined) listener(this.exit);
    return this.exited.event(listener);
  };

  write(data: string): void {
    for (let at = 0; at < data.length; at += inputPart) this.send({ type: 'input', data: data.slice(at, at + inputPart) });
  }

  resize(size: Size): void {
    if (size.columns >= 1 && size.rows >= 1) this.send({ type: 'resize', size });
  }

  detach(): void {
    this.leave('detach');
  }

  end(): void {
    this.leave('end');
  }

  receive(event: HostEvent): void {
    if (event.type === 'exit') return this.finish(event.exit);
    const text = event.type === 'screen' ? reset + event.data : event.data;
    if (this.early === undefined) this.show(text);
    else this.early.push(text);
    this.deps.onRead(event.data.length);
  }

  /** The connection is gone. */
  lose(): void {
    this.finish('lost');
  }

  private show(text: string): void {
    this.data.fire(text);
  }

  private finish(exit: TerminalExit): void {
    if (this.exit !== undefined) return;
    this.exit = exit;
    this.exited.fire(exit);
  }

  private leave(type: 'detach' | 'end'): void {
    this.send({ type });
    this.deps.onLeave();
  }

  private send(message: { type: 'detach' | 'end' } | { type: 'input'; data: string } | { type: 'resize'; size: Size }): void {
    const { connection, key } = this.deps;
    if (connection.isOpen) connection.send({ ...message, key });
  }
}
