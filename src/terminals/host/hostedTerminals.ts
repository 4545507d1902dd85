import { fail, ok, type Result } from '../../core/result';
import type { Size, TerminalRequest } from '../terminalHost';
import { HostedTerminal } from './hostedTerminal';
import type { NodePty } from './ptyProcess';

/** Ended terminals that no window shows, kept so that one may still show how they ended. */
const endedLimit = 20;

/** All terminals of the host, one for a key. */
export class HostedTerminals {
  private readonly terminals = new Map<string, HostedTerminal>();
  private readonly uncleared = new Set<HostedTerminal>();

  constructor(private readonly deps: { nodePty: NodePty }) {}

  get areRunning(): boolean {
    return this.uncleared.size > 0;
  }

  find(key: string): HostedTerminal | undefined {
    return this.terminals.get(key);
  }

  /** The running terminal of the key, else a new one; one that is ending is waited for. `detail` is the system's message. */
  async start(request: TerminalRequest, workspace: string, size: Size): Promise<Result<{ terminal: HostedTerminal; isNew: boolean }, 'terminal_failed'>> {
    const { key } = request;
    for (let known = this.terminals.get(key); known?.isRunning === true; known = this.terminals.get(key)) {
      if (!known.isEnding) return ok({ terminal: known, isNew: false });
      await known.gone;
    }
    try {
      const terminal = new HostedTerminal(request, workspace, this.deps.nodePty, size);
      this.terminals.delete(key);
      this.terminals.set(key, terminal);
      this.uncleared.add(terminal);
      void terminal.gone.then(() => this.tidy());
      void terminal.cleared.then(() => this.uncleared.delete(terminal));
      return ok({ terminal, isNew: true });
    } catch (error) {
      return fail('terminal_failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends the terminal of `key`; one that has ended is forgotten. */
  end(key: string): void {
    const terminal = this.terminals.get(key);
    if (terminal?.isRunning === true) terminal.end();
    else this.terminals.delete(key);
  }

  /** What no window shows and a person has not ended, of a window on `workspace`. */
  orphans(workspace: string): TerminalRequest[] {
    return [...this.terminals.values()]
      .filter((terminal) => terminal.workspace === workspace && !terminal.isSeen && !terminal.isEnding)
      .map(({ request }) => request);
  }

  /** Ends all; resolves when nothing is left. */
  async endAll(): Promise<void> {
    for (const terminal of this.uncleared) terminal.end();
    await Promise.all([...this.uncleared].map(({ cleared }) => cleared));
  }

  private tidy(): void {
    const ended = [...this.terminals.values()].filter(({ isRunning, isSeen }) => !isRunning && !isSeen);
    const stopped = ended.filter(({ isEnding }) => isEnding);
    const oldest = ended.slice(0, Math.max(0, ended.length - endedLimit));
    for (const { request } of [...stopped, ...oldest]) this.terminals.delete(request.key);
  }
}
