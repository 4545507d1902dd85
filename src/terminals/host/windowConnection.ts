import type { HostedTerminal } from './hostedTerminal';
import type { HostedTerminals } from './hostedTerminals';
import type { HostMessage, WindowMessage } from './schema';
import { ScreenWait } from './screenWait';
import type { Wire } from './wire';
import type { ProcessExit } from '../terminalHost';
import { lookLimits } from '../terminalLook';

/** What one window sees of one terminal. */
class View {
  constructor(private readonly wire: Wire<HostMessage>, readonly key: string, readonly terminal: HostedTerminal) {}

  send(type: 'data' | 'screen', data: string): void {
    this.wire.send({ type, key: this.key, data });
  }

  exited(exit: ProcessExit): void {
    this.wire.send({ type: 'exit', key: this.key, exit });
  }
}

/** One window: does what it asks, and tells it what the terminals show that it has attached to. */
export class WindowConnection {
  private readonly views = new Map<string, View>();
  private readonly waits = new Map<number, ScreenWait>();
  private isClosed = false;

  constructor(private readonly deps: { wire: Wire<HostMessage>; terminals: HostedTerminals }) {}

  receive(message: WindowMessage): void {
    const { wire, terminals } = this.deps;
    switch (message.type) {
      case 'start':
        return void this.start(message);
      case 'reattach': {
        const terminal = terminals.find(message.key);
        if (terminal === undefined) return wire.send({ type: 'failed', id: message.id, detail: '' });
        return this.attach(message, message.key, terminal, true);
      }
      case 'orphans':
        return wire.send({ type: 'orphans', id: message.id, requests: terminals.orphans(message.workspace) });
      case 'ping':
        return wire.send({ type: 'pong', id: message.id });
      case 'look':
        return void this.look(message);
      case 'wait':
        return this.wait(message);
      case 'cancel':
        return this.stopWaiting(message.id);
      case 'input':
        return (this.views.get(message.key)?.terminal ?? terminals.find(message.key))?.input(message.data);
      case 'resize':
        return this.views.get(message.key)?.terminal.resize(message.size);
      case 'read': {
        const view = this.views.get(message.key);
        return view?.terminal.read(view, message.count);
      }
      case 'detach':
        return this.detach(message.key);
      case 'end':
        this.detach(message.key);
        return terminals.end(message.key);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const key of [...this.views.keys()]) this.detach(key);
    for (const id of [...this.waits.keys()]) this.stopWaiting(id);
  }

  private async look({ id, key, lines }: WindowMessage & { type: 'look' }): Promise<void> {
    const look = (await this.deps.terminals.find(key)?.look(lines)) ?? null;
    this.deps.wire.send({ type: 'looked', id, look });
  }

  private wait({ id, key, lines, condition }: WindowMessage & { type: 'wait' }): void {
    const { wire, terminals } = this.deps;
    const terminal = terminals.find(key);
    if (terminal === undefined || this.waits.size >= lookLimits.waits) return wire.send({ type: 'failed', id, detail: '' });
    const wait = new ScreenWait(terminal, condition, (outcome) => {
      this.waits.delete(id);
      void terminal.look(lines).then((look) => wire.send({ type: 'waited', id, outcome, look }));
    });
    this.waits.set(id, wait);
  }

  private stopWaiting(id: number): void {
    this.waits.get(id)?.dispose();
    this.waits.delete(id);
  }

  private async start(message: WindowMessage & { type: 'start' }): Promise<void> {
    const { id, request, workspace, size } = message;
    const started = await this.deps.terminals.start(request, workspace, size);
    if (!started.ok) this.deps.wire.send({ type: 'failed', id, detail: started.detail });
    else if (!this.isClosed) this.attach(message, request.key, started.value.terminal, !started.value.isNew);
  }

  private attach({ id, size }: WindowMessage & { type: 'start' | 'reattach' }, key: string, terminal: HostedTerminal, showNow: boolean): void {
    this.detach(key);
    const view = new View(this.deps.wire, key, terminal);
    this.views.set(key, view);
    this.deps.wire.send({ type: 'attached', id, key, pid: terminal.pid });
    terminal.attach(view, size, showNow);
  }

  private detach(key: string): void {
    const view = this.views.get(key);
    this.views.delete(key);
    view?.terminal.detach(view);
  }
}
