import { type Event as CodeEvent, extensions, Uri } from 'vscode';
import { type Event, Emitter } from '../core/events';
import { type Disposable, Owned } from '../core/owned';

/** What of the API of VS Code's Git extension is used here (its version 1). */
interface GitApi {
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: CodeEvent<Repository>;
  readonly onDidCloseRepository: CodeEvent<Repository>;
  getRepository(uri: Uri): Repository | null;
}

interface Repository {
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined; readonly onDidChange: CodeEvent<void> };
}

/** Length of a commit's name where no branch is checked out. */
const shortName = 7;

/** The branches that are checked out in folders, from VS Code's own Git extension. */
export class GitBranches implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  readonly onDidChange: Event<void> = this.changed.event;
  private readonly followed = new Set<Repository>();
  private starting: Promise<GitApi | undefined> | undefined;

  /** The branch of the checkout around `folder`, or the commit where none is checked out; `null` outside of git and without the extension. */
  async of(folder: string): Promise<string | null> {
    const git = await (this.starting ??= this.start());
    const head = git?.getRepository(Uri.file(folder))?.state.HEAD;
    return head?.name ?? head?.commit?.slice(0, shortName) ?? null;
  }

  dispose(): void {
    this.own.dispose();
  }

  private async start(): Promise<GitApi | undefined> {
    try {
      const extension = extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
      const git = (await extension?.activate())?.getAPI(1);
      if (git === undefined) return undefined;
      git.repositories.forEach((repository) => this.follow(repository));
      this.own.add(git.onDidOpenRepository((repository) => this.follow(repository)));
      this.own.add(git.onDidCloseRepository(() => this.changed.fire()));
      return git;
    } catch {
      // Switched off with `git.enabled`.
      return undefined;
    }
  }

  private follow(repository: Repository): void {
    if (this.followed.has(repository)) return;
    this.followed.add(repository);
    this.own.add(repository.state.onDidChange(() => this.changed.fire()));
    this.changed.fire();
  }
}
