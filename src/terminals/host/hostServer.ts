import { timingSafeEqual } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import type { HostedTerminals } from './hostedTerminals';
import { type Greeting, type Hello, helloMessage, type HostMessage, lineLimits, protocol, windowMessage } from './schema';
import { WindowConnection } from './windowConnection';
import { parseWith, Wire } from './wire';

/** Connections at the same time; a person has some windows. */
const connectionLimit = 100;
/** Milliseconds for a window's first line. */
const helloTime = 5_000;

/** Lets windows in that know the token, and hands them to their terminals. */
export class HostServer {
  private readonly windows = new Set<WindowConnection>();
  private readonly server: Server;

  constructor(private readonly deps: { terminals: HostedTerminals; token: string; version: string; log: (line: string) => void; onReplaced: () => void }) {
    this.server = createServer((socket) => this.accept(socket));
    this.server.maxConnections = connectionLimit;
  }

  /** Rejects with the system's error when the address can't be had. */
  listen(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(address, () => resolve());
    });
  }

  /** Neither windows nor running processes. */
  get isIdle(): boolean {
    return this.windows.size === 0 && !this.deps.terminals.areRunning;
  }

  private accept(socket: Socket): void {
    const wire = new Wire<Greeting | HostMessage>(socket, this.deps.log);
    const timer = setTimeout(() => wire.destroy(), helloTime);
    wire.onClose(() => clearTimeout(timer));
    wire.expect(parseWith(helloMessage), lineLimits.hello, (hello) => {
      clearTimeout(timer);
      const reason = this.refusal(hello);
      if (reason === undefined) return this.welcome(wire);
      wire.send({ type: 'refused', reason, version: this.deps.version });
      wire.end();
      if (reason === 'replaced') this.deps.onReplaced();
    });
  }

  private refusal({ token, version, protocol: theirs }: Hello): (Greeting & { type: 'refused' })['reason'] | undefined {
    if (!isSame(token, this.deps.token)) return 'token';
    if (version !== this.deps.version && this.isIdle) return 'replaced';
    return theirs === protocol ? undefined : 'protocol';
  }

  private welcome(wire: Wire<Greeting | HostMessage>): void {
    const connection = new WindowConnection({ wire, terminals: this.deps.terminals });
    this.windows.add(connection);
    wire.onClose(() => {
      this.windows.delete(connection);
      connection.close();
    });
    wire.expect(parseWith(windowMessage), lineLimits.window, (message) => connection.receive(message));
    wire.send({ type: 'welcome', version: this.deps.version });
  }
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
