import { fail, ok, type Result } from '../core/result';
import type { HostConnection, HostEvent, HostRequest } from './hostConnection';
import { HostedProcess } from './hostedProcess';
import type { ConnectCode, HostLauncher } from './hostLauncher';
import type { HostMessage } from './host/schema';
import { ReadPace } from './readPace';
import type { HostCode, ScreenHost, Size, TerminalHost, TerminalProcess, TerminalRequest } from './terminalHost';
import type { TerminalLook, WaitCondition, Waited } from './terminalLook';

/** Terminals in a process of their own, which all windows share and which outlives them. Connected while it is needed. */
export class HostedTerminalHost implements TerminalHost, ScreenHost {
  private readonly processes = new Map<string, HostedProcess>();
  private readonly pace: ReadPace;
  private connection: HostConnection | undefined;
  /** Connections are made one after another, so that this window starts one host at most. */
  private turn: Promise<unknown> = Promise.resolve();
  private requests = 0;
  private isDisposed = false;

  constructor(
    private readonly deps: {
      launcher: Pick<HostLauncher, 'connect'>;
      workspace: string;
      /** Settles when the window has gone through what it was sent. */
      answered: () => Promise<unknown>;
      log: (line: string) => void;
    },
  ) {
    this.pace = new ReadPace({ tell: (key, count) => this.connection?.send({ type: 'read', key, count }), answered: deps.answered });
  }

  async isAvailable(): Promise<boolean> {
    return this.use(true, (connected) => Promise.resolve(connected.ok || connected.code !== 'no_node_pty'));
  }

  attach(request: TerminalRequest, size: Size): Promise<Result<TerminalProcess, HostCode>> {
    return this.use(true, async (connected) => {
      if (!connected.ok) return fail(connected.code === 'other_host' ? 'other_host' : 'host_failed', connected.detail);
      const start: HostRequest = { type: 'start', request, workspace: this.deps.workspace, size };
      return connected.value.request(start, (answer) => this.attached(connected.value, request.key, answer));
    });
  }

  reattach(key: string, size: Size): Promise<Result<TerminalProcess, 'terminal_gone'>> {
    return this.use(false, async (connected) => {
      if (!connected.ok) return fail('terminal_gone');
      const process = await connected.value.request({ type: 'reattach', key, size }, (answer) => this.attached(connected.value, key, answer));
      return process.ok ? process : fail('terminal_gone');
    });
  }

  orphans(): Promise<readonly TerminalRequest[]> {
    return this.use(false, async (connected) => {
      if (!connected.ok) return [];
      return connected.value.request({ type: 'orphans', workspace: this.deps.workspace }, (answer) => (answer?.type === 'orphans' ? answer.requests : []));
    });
  }

  look(key: string, lines: number): Promise<Result<TerminalLook, 'terminal_gone'>> {
    return this.use(false, async (connected) => {
      if (!connected.ok) return fail('terminal_gone');
      const look = await connected.value.request({ type: 'look', key, lines }, (answer) => (answer?.type === 'looked' ? answer.look : null));
      return look === null ? fail('terminal_gone') : ok(look);
    });
  }

  wait(key: string, lines: number, condition: WaitCondition, cancelled: AbortSignal): Promise<Result<Waited, 'terminal_gone'>> {
    return this.use(false, async (connected) => {
      if (!connected.ok) return fail('terminal_gone');
      const asked: HostRequest = { type: 'wait', key, lines, condition };
      return connected.value.request(asked, (answer) => (answer?.type === 'waited' ? ok(answer) : fail('terminal_gone')), cancelled);
    });
  }

  input(key: string, data: string): Promise<void> {
    return this.use(false, (connected) => Promise.resolve(connected.ok ? connected.value.send({ type: 'input', key, data }) : undefined));
  }

  /** The processes go on. */
  dispose(): void {
    this.isDisposed = true;
    this.pace.dispose();
    this.processes.clear();
    this.connection?.close();
  }

  /** Runs `work` with a connection, which is closed afterwards when nothing needs it. */
  private async use<T>(mayStart: boolean, work: (connected: Result<HostConnection, ConnectCode>) => Promise<T>): Promise<T> {
    this.requests++;
    try {
      const connecting = this.turn.then(() => this.connect(mayStart));
      this.turn = connecting;
      return await work(await connecting);
    } finally {
      this.requests--;
      this.closeIfUnused();
    }
  }

  private async connect(mayStart: boolean): Promise<Result<HostConnection, ConnectCode>> {
    if (this.connection?.isOpen === true) return ok(this.connection);
    const connected = await this.deps.launcher.connect(mayStart);
    if (connected.ok) this.keep(connected.value);
    else if (connected.code !== 'no_host') this.deps.log(`terminal host: ${connected.code} ${connected.detail}`);
    return connected;
  }

  private keep(connection: HostConnection): void {
    this.connection = connection;
    connection.onEvent((event: HostEvent) => this.processes.get(event.key)?.receive(event));
    connection.onClose(() => {
      if (this.connection !== connection) return;
      this.connection = undefined;
      const lost = [...this.processes.values()];
      this.processes.clear();
      for (const process of lost) process.lose();
    });
    if (this.isDisposed) connection.close();
  }

  private attached(connection: HostConnection, key: string, answer: HostMessage | undefined): Result<TerminalProcess, HostCode> {
    if (answer === undefined) return fail('host_failed');
    if (answer.type !== 'attached') return fail('terminal_failed', answer.type === 'failed' ? answer.detail : answer.type);
    const process = new HostedProcess(
      {
        connection,
        key,
        onRead: (count) => this.pace.add(key, count),
        onLeave: () => {
          if (this.processes.get(key) === process) this.processes.delete(key);
          this.closeIfUnused();
        },
      },
      answer.pid,
    );
    this.processes.set(key, process);
    return ok(process);
  }

  private closeIfUnused(): void {
    if (this.requests > 0 || this.processes.size > 0) return;
    this.connection?.close();
    this.connection = undefined;
  }
}
