import { type TimelineItem, timelineOn } from '../shared/timeline';
import { BranchTree, type Path } from './branchTree';
import type { Transcript } from './model';

/** What is shown of a conversation: its rows along one way through it. */
export interface Shown {
  readonly path: Path;
  readonly rows: readonly TimelineItem[];
}

/** Ways that are kept: the one that is read, and the one that it was before a step. */
const kept = 2;

/** A conversation as its readers go through it, each by the branches of their choice. */
export class Conversation {
  readonly tree: BranchTree;
  private readonly shown = new Map<string, Shown>();

  constructor(private readonly transcript: Pick<Transcript, 'events' | 'branches'>) {
    this.tree = new BranchTree(transcript);
  }

  /** What is shown by `choices` of branches: see `BranchTree.path`. */
  shownBy(choices: readonly string[]): Shown {
    const path = this.tree.path(choices);
    const before = this.shown.get(path.name);
    const shown = before ?? { path, rows: timelineOn(this.transcript.events, path) };
    this.shown.delete(path.name);
    this.shown.set(path.name, shown);
    for (const name of this.shown.keys()) if (this.shown.size > kept) this.shown.delete(name);
    return shown;
  }
}
