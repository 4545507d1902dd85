import type { Socket } from 'node:net';

/** How a line is understood; `undefined` when it is no message. */
export type Parse<T> = (value: unknown) => T | undefined;

/** What `schema` makes of a value. */
export function parseWith<T>(schema: { safeParse(value: unknown): { success: boolean; data?: T } }): Parse<T> {
  return (value) => schema.safeParse(value).data;
}

/** Bytes that may wait for a reader that does not read; the connection ends above. */
const unsentLimit = 64 << 20;

/** Messages over a socket, one JSON object a line. A line that is too long or not understood ends the connection. */
export class Wire<Out> {
  private parts: string[] = [];
  private length = 0;
  private limit = 0;
  private take: (line: string) => boolean = () => false;

  constructor(private readonly socket: Socket, private readonly log: (line: string) => void) {
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => this.push(chunk as unknown as string));
    // What follows an error is `close`.
    socket.on('error', () => undefined);
  }

  /** From here on, lines are messages that `parse` understands. */
  expect<In>(parse: Parse<In>, limit: number, onMessage: (message: In) => void): void {
    this.limit = limit;
    this.take = (line) => {
      const message = parse(fromJson(line));
      if (message !== undefined) onMessage(message);
      return message !== undefined;
    };
  }

  onClose(listener: () => void): void {
    this.socket.once('close', listener);
  }

  send(message: Out): void {
    if (this.socket.destroyed) return;
    this.socket.write(`${JSON.stringify(message)}\n`);
    if (this.socket.writableLength > unsentLimit) this.fail('does not read what it is sent');
  }

  /** Ends the connection; what was sent before still arrives. */
  end(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  private push(chunk: string): void {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0 && !this.socket.destroyed; end = chunk.indexOf('\n', start)) {
      this.hold(chunk.slice(start, end));
      start = end + 1;
      const line = this.parts.join('');
      this.parts = [];
      this.length = 0;
      if (!this.socket.destroyed && !this.take(line)) this.fail('sent what is no message');
    }
    this.hold(chunk.slice(start));
  }

  private hold(part: string): void {
    this.parts.push(part);
    this.length += part.length;
    if (this.length > this.limit) this.fail('sent a line that is too long');
  }

  private fail(reason: string): void {
    if (this.socket.destroyed) return;
    this.log(`connection ended: the other side ${reason}`);
    this.socket.destroy();
  }
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
