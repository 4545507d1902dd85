import { transcriptLimits } from '../../../src/shared/transcriptContract';
import type { TranscriptPageState } from '../../../src/shared/transcriptPageState';

/** Scrolling changes the place many times a second; once this often, in milliseconds, is kept. */
const interval = 200;
/** Choices of opening and folding that are kept; the oldest go first. */
const keptFolds = 500;

/** Where the reader is and how it is arranged, kept while the page is hidden and over a reload. */
export class KeptState {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private state: TranscriptPageState,
    private readonly keep: (state: TranscriptPageState) => void,
  ) {
    // From here on the host's first state is outdated, also for VS Code, which restores panels by what is kept.
    this.flush();
    document.addEventListener('visibilitychange', () => this.flush());
  }

  get value(): TranscriptPageState {
    return this.state;
  }

  set(change: Partial<Omit<TranscriptPageState, 'key'>>): void {
    this.state = { ...this.state, ...change };
    this.timer ??= setTimeout(() => this.flush(), interval);
  }

  setFold(id: string, open: boolean): void {
    const others = Object.entries(this.state.folds).filter(([other]) => other !== id);
    this.set({ folds: Object.fromEntries([...others.slice(1 - keptFolds), [id, open]]) });
  }

  setBranches(branches: readonly string[]): void {
    this.set({ branches: branches.slice(-transcriptLimits.branches) });
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.keep(this.state);
  }
}
