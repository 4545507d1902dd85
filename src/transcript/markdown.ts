import { collapse } from '../core/text';
import { maskSecrets } from '../shared/secrets';
import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { Omission } from './model';
import { summarise } from './pageEvents';
import type { SessionSource, Write, WriteOutcome } from './sessionSource';

export interface MarkdownOptions {
  /** Secrets are masked, and placeholders stand for what the prose leaves out: tool calls and attachments. */
  readonly isRedacted: boolean;
}

/**
 * Writes the prose of a session's active path as Markdown, under the headings You and Assistant: no reasoning, notices or
 * attachments, no names and times. A session without a message is `empty`, and nothing of it is written. File system errors are thrown as they come.
 */
export async function writeMarkdown(source: SessionSource, options: MarkdownOptions, write: Write): Promise<WriteOutcome> {
  const writer = new MarkdownWriter((await source.facts()).title, options, write);
  const omissions: Omission[] = [];
  for await (const part of source.parts()) {
    omissions.push(...part.omissions);
    for (const event of part.events) await writer.add(event);
  }
  return writer.end(omissions);
}

class MarkdownWriter {
  private author: string | undefined;

  constructor(
    private readonly title: string,
    private readonly options: MarkdownOptions,
    private readonly write: Write,
  ) {}

  async add({ type, text, tool, attachments = [], on_active_branch: isActive }: TranscriptEvent): Promise<void> {
    if (!isActive) return;
    if (type === 'tool_call' && tool !== undefined) return this.place('Assistant', `[Tool: ${collapse(tool.name) || 'unknown'}, ${statuses[tool.status]}]`);
    if (type !== 'user_message' && type !== 'agent_message') return;
    const author = type === 'user_message' ? 'You' : 'Assistant';
    if (text.trim() !== '') await this.say(author, this.shown(text.trim()));
    for (let count = 0; count < attachments.length; count++) await this.place(author, '[Attachment]');
  }

  async end(omissions: readonly Omission[]): Promise<WriteOutcome> {
    if (this.author === undefined) return 'empty';
    const left = summarise(omissions).reduce((sum, { count }) => sum + count, 0);
    if (left > 0) await this.write(`\n---\n\n*Records of the session that could not be read: ${String(left)}*\n`);
    return 'written';
  }

  private async say(author: string, text: string): Promise<void> {
    const title = collapse(this.shown(this.title));
    if (this.author === undefined && title !== '') await this.write(`# ${title}\n\n`);
    await this.write(`${this.author === undefined ? '' : '\n'}${this.author === author ? '' : `## ${author}\n\n`}${text}\n`);
    this.author = author;
  }

  /** Puts a placeholder where something was left out. */
  private async place(author: string, line: string): Promise<void> {
    if (this.options.isRedacted) await this.say(author, line);
  }

  private shown(text: string): string {
    return this.options.isRedacted ? maskSecrets(text) : text;
  }
}

const statuses = { pending: 'not finished', in_progress: 'not finished', completed: 'completed', failed: 'failed' } as const;
