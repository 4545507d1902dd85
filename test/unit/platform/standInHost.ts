import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { type HostPlace, placeOnHost } from '../../../src/agents/hostPlace';
import type { SshHost } from '../../../src/platform/ssh';
import { quotePosix } from '../../../src/core/shellQuote';

/** The script as it ships. */
export const script = path.resolve('media/remoteHistory.py');

/**
 * A folder that plays a host: its `ssh` notes how it was called and what it was given, and runs the command with `sh` under another home.
 * With `instead` it runs that shell text and nothing else.
 */
export class StandInHost {
  readonly root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-host-'));
  readonly home = path.join(this.root, 'there');
  readonly mirrors = path.join(this.root, 'mirrors');
  readonly ssh = path.join(this.root, 'bin', 'ssh');
  private readonly calls = path.join(this.root, 'calls');

  constructor(instead?: string) {
    fs.mkdirSync(this.home);
    fs.mkdirSync(path.dirname(this.ssh));
    this.answerWith(instead);
  }

  get host(): SshHost {
    return { destination: 'dev@box', ssh: this.ssh, script };
  }

  get place(): HostPlace {
    return placeOnHost(this.host, this.mirrors);
  }

  answerWith(instead: string | undefined): void {
    const run = instead ?? `HOME=${quotePosix(this.home)}; export HOME; for last; do :; done; tee ${quotePosix(this.calls)}.input.$$ | sh -c "$last"`;
    const note = `for each; do printf '%s\\0' "$each"; done >> ${quotePosix(this.calls)}; printf '\\n' >> ${quotePosix(this.calls)}`;
    fs.writeFileSync(this.ssh, `#!/bin/sh\n${note}\n${run}\n`, { mode: 0o755 });
  }

  /** The arguments of every call. */
  argv(): readonly (readonly string[])[] {
    if (!fs.existsSync(this.calls)) return [];
    return fs.readFileSync(this.calls, 'utf8').split('\0\n').slice(0, -1).map((call) => call.split('\0'));
  }

  /** What was asked for since the last call of this, in order. */
  requests(): readonly { readonly op: string; readonly items?: readonly { readonly path: string; readonly ranges: readonly (readonly [number, number])[] }[] }[] {
    const inputs = fs.readdirSync(this.root).filter((name) => name.startsWith('calls.input.')).map((name) => path.join(this.root, name));
    const sorted = inputs.sort((a, b) => fs.statSync(a).mtimeMs - fs.statSync(b).mtimeMs);
    return sorted.map((input) => {
      const [, call = ''] = /\nmain\("([\w+/=]*)"\)\n$/.exec(fs.readFileSync(input, 'utf8')) ?? [];
      fs.rmSync(input);
      return JSON.parse(Buffer.from(call, 'base64').toString()) as ReturnType<StandInHost['requests']>[number];
    });
  }

  write(name: string, content: string | Buffer): string {
    const file = path.join(this.home, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}
