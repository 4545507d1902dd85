import type { SessionKey } from '../shared/agentId';

/** Whose page, a transcript or a chat, is the active editor: what a command of the palette is most likely about. */
export class ActiveSession {
  private shown: { readonly page: object; readonly key: SessionKey } | undefined;

  get key(): SessionKey | undefined {
    return this.shown?.key;
  }

  /** `page` shows `key` in the active editor; `undefined`: it shows none, or is not active. */
  tell(page: object, key: SessionKey | undefined): void {
    if (key !== undefined) this.shown = { page, key };
    else if (this.shown?.page === page) this.shown = undefined;
  }
}
