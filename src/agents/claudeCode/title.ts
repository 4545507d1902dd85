import { asString, type JsonObject } from '../../core/json';
import { clip, collapse } from '../../core/text';
import type { TitleSource } from '../agent';

/** A label is one line; a whole pasted log is none. In UTF-16 units. */
const longestLabel = 1000;

export function label(text: string): string {
  return clip(collapse(text.length > 4 * longestLabel ? text.slice(0, 4 * longestLabel) : text), longestLabel);
}

/** The names of a session by kind. Of each kind the last record counts: the CLI appends them again at every checkpoint. */
export class Titles {
  /** Empty when a rename was taken back. */
  rename: string | undefined;
  generated: string | undefined;
  private summaries: { readonly text: string; readonly leaf: string }[] = [];

  /** Takes a title record in; other types are ignored. */
  add(type: string, json: JsonObject): void {
    if (type === 'custom-title') this.rename = asString(json['customTitle']) ?? this.rename;
    if (type === 'ai-title') this.generated = asString(json['aiTitle']) ?? this.generated;
    if (type !== 'summary') return;
    const text = asString(json['summary']);
    const leaf = asString(json['leafUuid']);
    if (text !== undefined && leaf !== undefined) this.summaries.push({ text, leaf });
  }

  get named(): boolean {
    return label(this.rename ?? '') !== '' || label(this.generated ?? '') !== '';
  }

  /** The last name of a kind is empty. */
  get takenBack(): boolean {
    return [this.rename, this.generated].some((name) => name !== undefined && label(name) === '');
  }

  /** The leaves of the recorded summaries: a summary names this session only if its leaf is a record of this file. */
  get leaves(): readonly string[] {
    return this.summaries.map((summary) => summary.leaf);
  }

  /**
   * The title in the CLI's own order (2.1.332), except that a row without a name shows its first prompt, where the CLI shows the
   * newest. `side` is the copy of the name in `custom-title.json`, used when the transcript has no rename record.
   */
  choose(side: string | undefined, holds: (uuid: string) => boolean, firstPrompt: string | undefined, firstCommand: string | undefined): { title: string; titleSource: TitleSource } {
    const summary = this.summaries.findLast((candidate) => holds(candidate.leaf))?.text;
    const choices: readonly (readonly [string | undefined, TitleSource])[] = [
      [this.rename ?? side, 'rename'],
      [this.generated, 'generated'],
      [summary, 'generated'],
      [firstPrompt, 'first_prompt'],
      [firstCommand, 'first_prompt'],
    ];
    for (const [text, titleSource] of choices) {
      const title = label(text ?? '');
      if (title !== '') return { title, titleSource };
    }
    return { title: '', titleSource: 'none' };
  }
}
