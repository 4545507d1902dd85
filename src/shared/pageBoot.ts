/** What a host gives a page in its document (`PageDocument.state`). `S` is what that page keeps with `setState`. */
export interface PageBoot<S> {
  readonly state: S;
  /** `vscode.l10n.bundle`; absent where the page speaks English. */
  readonly words?: Readonly<Record<string, unknown>>;
  /** The address of a one-colour picture for the head, painted in the text colour. */
  readonly icon?: string;
}

/** The element of the document that carries it. */
export const pageBootId = 'state';
