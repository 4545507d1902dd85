import { asObject, asString } from '../../core/json';
import type { Omission, Usage } from '../../transcript/model';
import { latest } from './facts';
import { answeredBy, completedAt, isUndone, isVisible, type MessageVisitor, type NativeMessage, promptText, unknownTypesOf } from './message';
import type { Revert } from './schema';
import { copyKey, type Request, requestOf, sum } from './usage';

/** What tells whether a message is a copy; `key` is an answer's. */
interface Seen {
  readonly key: string | null;
  readonly created: number | null;
  readonly ids: readonly string[];
}

/** Adds up what a row tells of its messages. */
export class Tally implements MessageVisitor {
  /** Visible messages that no undo hides. */
  messages = 0;
  hasMessage = false;
  firstAt: number | null = null;
  lastAt: number | null = null;
  firstPrompt: string | null = null;
  /** The folder that an answer was given in. */
  folder: string | null = null;
  readonly models = new Set<string>();
  readonly unknownTypes: Record<string, number> = {};
  /** A part of the session could not be read at all: its sums are not known. */
  isCut = false;
  private answers = 0;
  private readonly seen: Seen[] = [];
  private readonly requests: { readonly key: string; readonly request: Request }[] = [];

  /** `namesAll`: keep what `copies` needs. */
  constructor(private readonly revert: Revert | null, private readonly namesAll = false) {}

  message(message: NativeMessage): void {
    const { id, data, role, created, parts } = message;
    this.firstAt ??= created;
    this.lastAt = latest([this.lastAt, created, completedAt(message)]);
    for (const type of unknownTypesOf(message)) this.unknownTypes[type] = (this.unknownTypes[type] ?? 0) + 1;
    if (isVisible(message)) {
      this.hasMessage = true;
      if (!isUndone(this.revert, id)) this.messages++;
    }
    if (this.namesAll) this.seen.push({ key: role === 'assistant' ? copyKey(message) : null, created, ids: [id, ...parts.map((part) => part.id)] });
    if (role === 'user') this.firstPrompt ??= promptText(message) || null;
    if (role !== 'assistant') return;
    this.answers++;
    this.folder ??= asString(asObject(data?.['path'])?.['cwd']) || null;
    const model = answeredBy(message);
    if (model !== null) this.models.add(model);
    const request = requestOf(message);
    if (request !== undefined) this.requests.push({ key: copyKey(message), request });
  }

  omission(omission: Omission): void {
    if (omission.code === 'unreadable') this.isCut = true;
  }

  /** Ids of the messages and parts that the session was made with: the answers `copied`, all else before them, and from before `made`. */
  copies(copied: ReadonlySet<string>, made: number | null): Set<string> {
    const isAnswer = ({ key }: Seen): boolean => key !== null && copied.has(key);
    const end = this.seen.findLastIndex(isAnswer);
    const isBefore = ({ key, created }: Seen, index: number): boolean => key === null && (index < end || (created ?? Infinity) < (made ?? -Infinity));
    return new Set(this.seen.filter((each, index) => isAnswer(each) || isBefore(each, index)).flatMap(({ ids }) => ids));
  }

  /** Every request of the session itself, in order: not those whose answers are copied from the session it was forked from. */
  requestsBut(copied: ReadonlySet<string>): Request[] {
    return this.requests.filter(({ key }) => !copied.has(key)).map(({ request }) => request);
  }

  /** `null` where there are answers and of none the tokens are recorded. */
  usage(copied: ReadonlySet<string>): Usage | null {
    return this.isCut || (this.answers > 0 && this.requests.length === 0) ? null : sum(this.requestsBut(copied));
  }
}
