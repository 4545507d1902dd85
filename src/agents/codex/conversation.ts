import { Source } from './messages';

interface Turn {
  /** Whether it begins with a prompt; false for what comes before the first one of a file. */
  readonly isPrompted: boolean;
  readonly prompt: string | null;
  messages: number;
}

/** Counts the messages of the active history and finds its first prompt, file by file, the oldest first. */
export class Conversation {
  private turns: Turn[] = [];
  /** Where the current file's turns begin. */
  private fileStart = 0;
  private source = Source.response;

  /** As after the first lines of a thread's only file, which told of its first prompt. */
  static begun(source: Source, prompt: string | null): Conversation {
    const conversation = new Conversation();
    conversation.source = source;
    conversation.turns = [{ isPrompted: true, prompt, messages: 1 }];
    return conversation;
  }

  /** The best way in which the current file has told its messages so far. */
  get toldBy(): Source {
    return this.source;
  }

  startFile(): void {
    this.fileStart = this.turns.length;
    this.source = Source.response;
    this.turns.push({ isPrompted: false, prompt: null, messages: 0 });
  }

  /** Whether a message from `source` would count: not when the current file has told its messages in a better way. */
  takes(source: Source): boolean {
    return source >= this.source;
  }

  /** Whether the text of a prompt from `source` matters: only the first one's does. */
  seeksPrompt(source: Source): boolean {
    return source > this.source || !this.turns.some(({ prompt }) => prompt !== null && prompt !== '');
  }

  add(role: 'user' | 'agent', source: Source, prompt: string | null): void {
    if (!this.takes(source)) return;
    if (source > this.source) {
      this.turns.length = this.fileStart;
      this.turns.push({ isPrompted: false, prompt: null, messages: 0 });
      this.source = source;
    }
    const last = this.turns.at(-1);
    if (role === 'user') this.turns.push({ isPrompted: true, prompt, messages: 1 });
    else if (last !== undefined) last.messages++;
    else this.turns.push({ isPrompted: false, prompt: null, messages: 1 });
  }

  /** Takes back the last prompts and all that followed them. */
  rollBack(prompts: number): void {
    for (let left = prompts; left > 0 && this.turns.length > 0; ) if (this.turns.pop()?.isPrompted === true) left--;
    this.fileStart = Math.min(this.fileStart, this.turns.length);
  }

  get count(): number {
    return this.turns.reduce((sum, turn) => sum + turn.messages, 0);
  }

  get firstPrompt(): string | null {
    return this.turns.find(({ prompt }) => prompt !== null && prompt !== '')?.prompt ?? null;
  }
}
