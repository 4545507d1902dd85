import fs from 'node:fs';
import net from 'node:net';
import type { HostPlace } from '../../../../src/terminals/host/place';
import { protocol, type Greeting, type HostMessage, type WindowMessage } from '../../../../src/terminals/host/schema';
import { until } from '../realHost';

type Answer = Greeting | HostMessage;

/** A window that says what the test has it say, and reads only when it is told to. */
export class RawWindow {
  readonly messages: Answer[] = [];
  isClosed = false;
  private readonly socket: net.Socket;
  private held = '';

  constructor(place: HostPlace) {
    this.socket = net.connect(place.address);
    this.socket.setEncoding('utf8');
    this.socket.on('data', (chunk) => {
      const lines = (this.held + String(chunk)).split('\n');
      this.held = lines.pop() ?? '';
      this.messages.push(...lines.map((line) => JSON.parse(line) as Answer));
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
  }

  /** One that has been let in. */
  static async greeted(place: HostPlace): Promise<RawWindow> {
    const window = new RawWindow(place);
    window.hello(place);
    await until(() => window.messages.length > 0);
    return window;
  }

  hello(place: HostPlace, more: Readonly<Record<string, unknown>> = {}): void {
    const token = fs.readFileSync(place.token, 'utf8');
    this.write(`${JSON.stringify({ type: 'hello', protocol, version: '1.0.0', token, ...more })}\n`);
  }

  send(message: WindowMessage): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  write(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  close(): void {
    this.socket.destroy();
  }

  of<T extends Answer['type']>(type: T): (Answer & { type: T })[] {
    return this.messages.filter((message): message is Answer & { type: T } => message.type === type);
  }

  /** UTF-16 units of data and screens so far. */
  get received(): number {
    return [...this.of('data'), ...this.of('screen')].reduce((sum, { data }) => sum + data.length, 0);
  }
}
