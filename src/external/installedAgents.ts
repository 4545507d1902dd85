import type { AgentProgram, FeatureProbe, Features } from '../agents/agent';
import { Emitter } from '../core/events';
import type { Disposable } from '../core/owned';
import { executableAt, findExecutable, type Executable } from '../platform/executables';
import { outputOf } from '../platform/runProgram';
import type { SearchPath } from '../platform/shellPath';
import type { AgentId } from '../shared/agentId';
import type { Installation, Installations } from './installations';

/** Milliseconds for a program to print its help. */
const probeTimeout = 5_000;

/** What a program answered, and which program and questions it was. */
export interface KnownFeatures {
  readonly of: string;
  readonly features: Features;
}

export interface FeatureMemory {
  get(agent: AgentId): KnownFeatures | undefined;
  set(agent: AgentId, known: KnownFeatures): void;
}

/** Finds the agents' programs on the search path, or where the person's settings say they are. */
export class InstalledAgents implements Installations, Disposable {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  private current: Promise<readonly Installation[]> | undefined;
  private reported = '';

  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      searchPath: SearchPath;
      /** Programs named in the settings, by agent. */
      configured: () => Readonly<Partial<Record<AgentId, string>>>;
      /** Whether a program may be started to ask for its features. */
      mayRun: () => boolean;
      memory: FeatureMemory;
      home: string;
      env: NodeJS.ProcessEnv;
    },
  ) {}

  list(): Promise<readonly Installation[]> {
    this.current ??= this.lookQuickly();
    return this.current;
  }

  async refresh(): Promise<readonly Installation[]> {
    this.deps.searchPath.forget();
    return this.lookFully();
  }

  dispose(): void {
    this.changed.dispose();
  }

  /** The login shell can take seconds: what the inherited path has is answered without it, the rest follows as a change. */
  private async lookQuickly(): Promise<readonly Installation[]> {
    const found = await this.look(this.deps.searchPath.inherited);
    this.reported = JSON.stringify(found);
    const full = this.lookFully();
    return found.length > 0 ? found : full;
  }

  private async lookFully(): Promise<readonly Installation[]> {
    const found = await this.look(await this.deps.searchPath.full());
    this.current = Promise.resolve(found);
    const report = JSON.stringify(found);
    if (report !== this.reported) {
      this.reported = report;
      this.changed.fire();
    }
    return found;
  }

  private async look(searchPath: string): Promise<readonly Installation[]> {
    const found = await Promise.all(this.deps.agents.map((agent) => this.lookFor(agent, searchPath)));
    return found.filter((installation) => installation !== undefined);
  }

  private async lookFor(agent: AgentProgram, searchPath: string): Promise<Installation | undefined> {
    const named = this.deps.configured()[agent.id];
    const program = named === undefined ? await findExecutable(agent.executable, searchPath) : await executableAt(named);
    return program && { agent: agent.id, path: program.path, features: await this.featuresOf(agent, program, searchPath) };
  }

  private async featuresOf(agent: AgentProgram, program: Executable, searchPath: string): Promise<Features> {
    const probes = Object.entries(agent.features);
    if (probes.length === 0) return {};
    const of = JSON.stringify([program.path, program.stamp, agent.features]);
    const known = this.deps.memory.get(agent.id);
    if (known?.of === of) return known.features;
    if (!this.deps.mayRun()) return {};
    const answers = await Promise.all(probes.map(async ([name, probe]) => [name, await this.ask(program, probe, searchPath)] as const));
    const features = Object.fromEntries(answers.map(([name, answer]) => [name, answer === true]));
    // A program that could not be asked is asked again next time.
    if (answers.every(([, answer]) => answer !== null)) this.deps.memory.set(agent.id, { of, features });
    return features;
  }

  private async ask(program: Executable, probe: FeatureProbe, searchPath: string): Promise<boolean | null> {
    // The search path goes along: a script's own interpreter may lie only where the login shell looks.
    const env = { ...this.deps.env, PATH: searchPath };
    const output = await outputOf(program.path, probe.args, { cwd: this.deps.home, env, timeout: probeTimeout });
    return output === null ? null : output.includes(probe.contains);
  }
}
