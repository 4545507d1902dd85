import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One call of a stand-in. */
export interface Call {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly tty: boolean;
  /** It was a question (`--version`) with a prepared answer, not a start. */
  readonly answered: boolean;
}

/** Executables that stand in for agents' programs. */
export class StandIns {
  /** `bin` must be first on the PATH under test. */
  constructor(private readonly bin: string) {}

  /** Makes an executable. `answers` maps arguments, joined by spaces, to what is printed for them: `{ '--version': '2.1.0' }`. */
  add(name: string, answers: Readonly<Record<string, string>> = {}): void {
    fs.writeFileSync(path.join(this.bin, `${name}.answers.json`), JSON.stringify(answers));
    const words = [process.execPath, path.resolve('test/e2e/standIns/agent.mjs'), this.bin, name].map((word) => `'${word}'`);
    fs.writeFileSync(path.join(this.bin, name), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
  }

  remove(name: string): void {
    fs.rmSync(path.join(this.bin, name));
  }

  /** All calls so far, in order. */
  calls(name: string): Call[] {
    return fs
      .readdirSync(this.bin)
      .filter((file) => file.endsWith('.call.json'))
      .map((file) => JSON.parse(fs.readFileSync(path.join(this.bin, file), 'utf8')) as Call)
      .filter((call) => call.name === name)
      .sort((a, b) => a.at - b.at);
  }

  /** Calls that were starts, not questions. */
  starts(name: string): Call[] {
    return this.calls(name).filter((call) => !call.answered);
  }

  /** The `count`th start, once it has happened. Throws when it has not within 20 s. */
  async started(name: string, count = 1): Promise<Call> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const call = this.starts(name)[count - 1];
      if (call !== undefined) return call;
      if (Date.now() > deadline) throw new Error(`${name} was not started ${count} times; calls: ${JSON.stringify(this.calls(name).map(({ argv }) => argv))}`);
      await sleep(50);
    }
  }
}
