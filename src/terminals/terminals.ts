import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Event, Emitter } from '../core/events';
import type { Disposable } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import { comparable, isWithin, resolved } from '../platform/folders';
import { AgentTerminal, type Attached, type TerminalWords } from './agentTerminal';
import type { Again } from './again';
import type { HostCode, Size, TerminalHost, TerminalProcess, TerminalRequest } from './terminalHost';
import type { ShownTerminal, Showing, TerminalSurface } from './terminalSurface';

export type TerminalCode = 'folder_missing' | HostCode;

/** `null`: it runs. */
export interface TerminalNews {
  readonly key: string;
  readonly end: 'stopped' | 'exited' | 'failed' | null;
}

interface Opened {
  readonly shown: ShownTerminal;
  title: string;
  /** Absent where the window itself runs the process. */
  readonly terminal?: AgentTerminal;
}

/** The agents' terminals of this window. */
export class Terminals implements Disposable {
  private readonly opened = new Map<string, Opened>();
  private readonly told = new Emitter<TerminalNews>();
  /** How the terminals of this window do. */
  readonly onDidHear: Event<TerminalNews> = this.told.event;
  private readonly attached = new Emitter<Attached>();
  readonly onDidAttach: Event<Attached> = this.attached.event;
  private readonly launches = new Map<string, Promise<Result<null, TerminalCode>>>();

  constructor(private readonly deps: { host: TerminalHost; surface: TerminalSurface; words: TerminalWords; again: Pick<Again, 'specOf'> }) {}

  /**
   * Shows the terminal of `request.key`, starting its process when none is running. Openings at the same time share
   * one start. A missing folder's path and a start's own error message are the failures' details.
   */
  open(request: TerminalRequest, where: 'front' | 'shown' = 'front'): Promise<Result<null, TerminalCode>> {
    const running = this.launches.get(request.key);
    if (running !== undefined) return running;
    const launch = this.launch(request, where).finally(() => this.launches.delete(request.key));
    this.launches.set(request.key, launch);
    return launch;
  }

  /** Shows the terminal of `key` again, when it has one whose process runs. */
  reveal(key: string, where: 'front' | 'shown' = 'front'): boolean {
    if (!this.isLiveHere(key)) return false;
    this.opened.get(key)?.shown.reveal(where);
    return true;
  }

  /** Whether the process of `key` runs in a terminal of this window. */
  isLiveHere(key: string): boolean {
    const opened = this.opened.get(key);
    return opened !== undefined && opened.terminal?.isLive !== false;
  }

  /** Whether the process of `key` runs, whichever window shows it. */
  async isLive(key: string): Promise<boolean> {
    const opened = this.opened.get(key);
    if (opened !== undefined) return opened.terminal?.isLive !== false;
    const look = await this.deps.host.look(key, 0);
    return look.ok && look.value.isRunning;
  }

  /** Those of this window whose processes run. */
  live(): readonly { readonly request: TerminalRequest; readonly pid: number }[] {
    return [...this.opened.values()].flatMap(({ terminal }) => (terminal?.isLive === true && terminal.pid !== undefined ? [{ request: terminal.request, pid: terminal.pid }] : []));
  }

  /** Whether the window itself runs the process of `key`. */
  isPlain(key: string): boolean {
    const opened = this.opened.get(key);
    return opened !== undefined && opened.terminal === undefined;
  }

  /** Shows the terminal of `key` under `title`, where there is one. */
  retitle(key: string, title: string): void {
    const opened = this.opened.get(key);
    if (opened === undefined || opened.title === title) return;
    opened.title = title;
    opened.shown.retitle(title);
  }

  /** Ends the process of `key`, whichever window shows it, and closes its terminal here. Settles when it has ended. */
  async stop(key: string): Promise<Result<null, 'not_stopped'>> {
    await this.launches.get(key);
    const running = await this.deps.host.reattach(key, unseen);
    if (running.ok) {
      running.value.end();
      // Who ends a process hears no more of it: it is asked for once more, to see it end.
      const ending = await this.deps.host.reattach(key, unseen);
      if (ending.ok && !(await hasEnded(ending.value))) return fail('not_stopped');
    }
    this.opened.get(key)?.shown.dispose();
    return ok(null);
  }

  /** Those of this window whose processes run in `folder` or below it. */
  async within(folder: string): Promise<readonly TerminalRequest[]> {
    const root = await comparable(folder);
    const live = this.live().map(({ request }) => request);
    const places = await Promise.all(live.map(({ spec }) => comparable(spec.cwd)));
    return live.filter((_, index) => isWithin(root, places[index] as string));
  }

  /** Ends the terminal's process, and goes on with its session in the same place of the folder `to` as it had in `from`. */
  async follow({ from, to }: { readonly from: string; readonly to: string }, request: TerminalRequest): Promise<Result<null, TerminalCode | 'not_stopped'>> {
    const cwd = path.join(to, path.relative(await resolved(from), await resolved(request.spec.cwd)));
    if (!(await isFolder(cwd))) return fail('folder_missing', cwd);
    const spec = await this.deps.again.specOf(request);
    const stopped = await this.stop(request.key);
    return stopped.ok ? this.open({ ...request, spec: { ...spec, cwd } }) : stopped;
  }

  /** Shows what a window on the same folders left running, behind what is shown. */
  async restore(): Promise<void> {
    const orphans = await this.deps.host.orphans();
    if (orphans.length === 0) return;
    await this.deps.surface.openBehind(orphans.length, () => {
      for (const request of orphans) if (!this.opened.has(request.key)) this.show(request, 'behind');
    });
  }

  /** The processes go on, but for those that the window itself runs. */
  dispose(): void {
    for (const { terminal } of this.opened.values()) terminal?.dispose();
  }

  private async launch(request: TerminalRequest, where: 'front' | 'shown'): Promise<Result<null, TerminalCode>> {
    const opened = this.opened.get(request.key);
    if (opened !== undefined) {
      opened.shown.reveal(where);
      opened.terminal?.restart();
      return ok(null);
    }
    // Asked before: a start in a missing folder fails with words that name neither the folder nor the reason.
    if (!(await isFolder(request.spec.cwd))) return fail('folder_missing', request.spec.cwd);
    if (!(await this.deps.host.isAvailable())) {
      this.keep(request.key, { shown: this.deps.surface.showPlain(request, request.spec, where), title: request.title });
      return ok(null);
    }
    const { shown, terminal } = this.show(request, where);
    const started = await terminal.started;
    if (!started.ok) shown.dispose();
    if (!started.ok) this.told.fire({ key: request.key, end: 'failed' });
    return started;
  }

  private show(request: TerminalRequest, where: Showing): Required<Opened> {
    const terminal = new AgentTerminal({ ...this.deps, request, isRestored: where === 'behind' });
    terminal.onDidAttach((attached) => {
      this.attached.fire(attached);
      // Else its end was told.
      if (terminal.isLive) this.told.fire({ key: request.key, end: null });
    });
    terminal.onDidExit((exit) => {
      // Stopped by another window, which may be gone by now. Nobody knows of a lost one.
      if (exit !== 'lost') this.told.fire({ key: request.key, end: exit.stopped ? 'stopped' : 'exited' });
    });
    const opened = { shown: this.deps.surface.show(request, terminal, where), terminal, title: request.title };
    this.keep(request.key, opened);
    return opened;
  }

  private keep(key: string, opened: Opened): void {
    this.opened.set(key, opened);
    opened.shown.onDidClose((by) => {
      this.opened.delete(key);
      if (by !== 'person') return opened.terminal?.dispose();
      const wasLive = opened.terminal?.isLive === true;
      opened.terminal?.end();
      if (wasLive) this.told.fire({ key, end: 'stopped' });
    });
  }
}

/** Milliseconds within which a process must be gone: it is ended by force after three seconds. */
const stopPatience = 5_000;
/** Of a terminal that nobody looks at. */
const unseen: Size = { columns: 80, rows: 24 };

function hasEnded(process: TerminalProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), stopPatience);
    process.onExit(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await fs.promises.stat(folder)).isDirectory();
  } catch {
    return false;
  }
}
