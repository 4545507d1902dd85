import type { CopiedHome } from './copiedHome';
import { type Holding, isAskedFor, isDatabase } from './holding';
import type { CopiedFile, Manifest } from './manifest';
import type { ListAnswer } from './schema';

/** Far more than a transcript has, and no more than a file system without holes can be asked for by mistake. */
const largestFile = 4 * 2 ** 30;
/** What is shorter is copied again, rather than asked about. */
const shortestPrefix = 64 << 10;

export interface ListedDatabase {
  readonly key: string;
  /** Of which holding, and its path from there. */
  readonly root: number;
  readonly name: string;
  readonly stamp: readonly [size: number, written: number, identity: string];
}

/** Lays out the copied home as a host's answer says, which is checked name by name: nothing comes to lie elsewhere. */
export class Listed {
  hasChanged = false;
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
  ) {
    this.files = { ...before.files };
  }

  /** `undefined` for a host that has none of the files. Answers the databases that are to be copied. */
  take(answer: ListAnswer | undefined): readonly ListedDatabase[] {
    this.answer = answer;
    this.left = answer?.left ?? 0;
    const databases: ListedDatabase[] = [];
    const found = new Set<string>();
    for (const [root, name, ...stamp] of answer?.files ?? []) {
      const holding = this.holdings[root];
      const key = `${holding?.folder ?? ''}/${name}`;
      if (holding === undefined || !isAskedFor(holding, name) || !this.isFree(key, stamp)) {
        this.left++;
        continue;
      }
      found.add(key);
      if (!isDatabase(holding, name)) this.place(key, stamp);
      else if (this.isOther(key, stamp)) databases.push({ key, root, name, stamp });
    }
    for (const key of Object.keys(this.files)) {
      if (found.has(key) || !this.holdings.some(({ folder }) => key.startsWith(`${folder}/`))) continue;
      this.home.remove(key);
      delete this.files[key];
      this.hasChanged = true;
    }
    if (databases.length > 0) this.hasChanged = true;
    return databases;
  }

  manifest(): Manifest {
    const { before, answer } = this;
    const checkedAt = Date.now();
    const now = this.holdings.map(({ folder }, index) => [folder, { root: answer?.roots[index] ?? '', checkedAt }] as const);
    return { ...before, home: answer?.home ?? before.home, holdings: { ...before.holdings, ...Object.fromEntries(now) }, left: this.left, files: this.files };
  }

  private isFree(key: string, [size, , identity]: readonly [number, number, string]): boolean {
    const folded = key.normalize('NFC').toLowerCase();
    if (size > largestFile || this.taken.has(folded) || this.identities.has(identity)) return false;
    this.taken.add(folded);
    this.identities.add(identity);
    return true;
  }

  private isOther(key: string, [size, written, identity]: readonly [number, number, string]): boolean {
    const known = this.files[key];
    return known?.written !== written || known.identity !== `${identity} ${String(size)}`;
  }

  private place(key: string, [size, written, identity]: readonly [number, number, string]): void {
    const known = this.files[key];
    if (known?.size === size && known.written === written && known.identity === identity) return;
    this.hasChanged = true;
    const prefix = known?.identity === identity && known.size <= size ? soundPrefix(known) : 0;
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
