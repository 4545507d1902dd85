import type { CopiedHome } from './copiedHome';
import { type Holding, isAskedFor, isDatabase } from './holding';
import { type CopiedFile, freshRevision, type Manifest } from './manifest';
import type { ListAnswer } from './schema';

/** Far more than a transcript has, and no more than a file system without holes can be asked for by mistake. */
export const largestFile = 4 * 2 ** 30;
/** What is shorter is copied again, rather than asked about. */
const shortestPrefix = 64 << 10;

type Stamp = readonly [size: number, written: number, identity: string];

export interface ListedFile {
  readonly key: string;
  /** Of which holding, and its path from there. */
  readonly root: number;
  readonly name: string;
  readonly stamp: Stamp;
}

/** Lays out the copied home as a host's answer says, which is checked name by name: nothing comes to lie elsewhere. */
export class Listed {
  private hasChanged = false;
  private readonly files: Record<string, CopiedFile>;
  private left = 0;
  private answer: ListAnswer | undefined;
  /** Names of which only one can be there where file systems ignore case. */
  private readonly taken = new Set<string>();
  /** Files that are reached by two names count once. */
  private readonly identities = new Set<string>();

  constructor(
    private readonly home: CopiedHome,
    private readonly before: Manifest,
    private readonly holdings: readonly Holding[],
    /** How many files at most: the host was told, and may answer with more. */
    private readonly limit: number,
  ) {
    this.files = { ...before.files };
  }

  /** `undefined` for a host that has none of the files. Answers the databases that are to be copied. */
  take(answer: ListAnswer | undefined): readonly ListedFile[] {
    this.answer = answer;
    const accepted = this.accepted(answer?.files ?? []);
    // Of an answer that is not complete nobody knows how many are missing.
    this.left = (answer?.left ?? 0) + (answer?.files.length ?? 0) - accepted.length + (answer?.complete === false ? 1 : 0);
    // First: where file systems ignore case, a name that came may be one that went.
    this.removeOthers(new Set(accepted.map(({ key }) => key)));
    const isOfDatabase = ({ root, name }: ListedFile): boolean => isDatabase(this.holdings[root] as Holding, name);
    for (const one of accepted) if (!isOfDatabase(one)) this.place(one);
    return accepted.filter((one) => isOfDatabase(one) && this.isOther(one));
  }

  manifest(): Manifest {
    const { before, answer } = this;
    const checkedAt = Date.now();
    const now = this.holdings.map(({ folder }, index) => [folder, { root: answer?.roots[index] ?? '', checkedAt }] as const);
    const revision = this.hasChanged ? freshRevision() : before.revision;
    return { ...before, home: answer?.home ?? before.home, holdings: { ...before.holdings, ...Object.fromEntries(now) }, revision, left: this.left, files: this.files };
  }

  private accepted(files: ListAnswer['files']): readonly ListedFile[] {
    const accepted: ListedFile[] = [];
    for (const [root, name, ...stamp] of files) {
      const holding = this.holdings[root];
      if (accepted.length === this.limit || holding === undefined || !isAskedFor(holding, name)) continue;
      const key = `${holding.folder}/${name}`;
      if (this.isFree(key, stamp)) accepted.push({ key, root, name, stamp });
    }
    return accepted;
  }

  private removeOthers(found: ReadonlySet<string>): void {
    for (const key of Object.keys(this.files)) {
      if (found.has(key) || !this.holdings.some(({ folder }) => key.startsWith(`${folder}/`))) continue;
      this.home.remove(key);
      delete this.files[key];
      this.hasChanged = true;
    }
  }

  private isFree(key: string, [size, , identity]: Stamp): boolean {
    const folded = key.normalize('NFC').toLowerCase();
    if (size > largestFile || this.taken.has(folded) || this.identities.has(identity)) return false;
    this.taken.add(folded);
    this.identities.add(identity);
    return true;
  }

  private isOther({ key, stamp: [size, written, identity] }: ListedFile): boolean {
    const known = this.files[key];
    return known?.written !== written || known.identity !== `${identity} ${String(size)}` || !this.home.holds(key, known);
  }

  private place({ key, stamp: [size, written, identity] }: ListedFile): void {
    const known = this.files[key];
    const isThere = known !== undefined && this.home.holds(key, known);
    if (isThere && known.size === size && known.written === written && known.identity === identity) return;
    this.hasChanged = true;
    const prefix = isThere && known.identity === identity && known.size <= size ? soundPrefix(known) : 0;
    try {
      if (known === undefined || prefix < shortestPrefix) {
        this.files[key] = { size, written, identity, inode: this.home.begin(key, size, written), have: [], prefix: 0, usedAt: known?.usedAt ?? 0 };
        return;
      }
      this.home.grow(key, size, written);
      this.files[key] = { ...known, size, written, have: [], prefix };
    } catch {
      // A name that was a folder's, or the disk is full.
      delete this.files[key];
      this.left++;
    }
  }
}

/** How many bytes from the beginning were right when they were copied. */
function soundPrefix({ have, prefix }: CopiedFile): number {
  const [first] = have;
  return Math.max(prefix, first?.[0] === 0 ? first[1] : 0);
}
