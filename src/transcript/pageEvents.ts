import { createHash } from 'node:crypto';
import type { JsonObject } from '../core/json';
import { cutAt } from '../core/text';
import { filesOf } from '../shared/fileChanges';
import { plainLine } from '../shared/plainLine';
import { currentStep, planOf } from '../shared/plan';
import { recordType } from '../shared/recordText';
import { isAction, type TimelineItem } from '../shared/timeline';
import { toolSummary } from '../shared/toolText';
import type { Brief, PageEvent, PageItem } from '../shared/transcriptContract';
import type { ToolCall, TranscriptEvent } from '../shared/transcriptEvent';
import type { TranscriptOmission } from '../shared/transcriptPart';
import type { Omission } from './model';

/** A row as a page gets it: messages with texts over `limit` UTF-16 units cut, actions with nothing but their lines. */
export function pageItem(item: TimelineItem, limit: number): PageItem {
  const [first, ...rest] = item.events.map((event, index) =>
    isAction(event) ? briefEvent(event, item.position + index) : pageEvent(event, item.position + index, limit),
  );
  return { ...item, events: [first as PageEvent, ...rest] };
}

/** `event` with its position, and with texts over `limit` UTF-16 units cut. */
export function pageEvent(event: TranscriptEvent, position: number, limit: number): PageEvent {
  const clipped: { text?: number; input?: number; output?: number } = {};
  const text = cut(event.text, limit, (length) => (clipped.text = length));
  const tool = event.tool && cutTool(event.tool, limit, clipped);
  const isCut = Object.keys(clipped).length > 0;
  return {
    ...event,
    text,
    ...(tool && { tool }),
    position,
    ...(isCut && { clipped }),
    ...((isCut || isAction(event)) && { digest: digestOf(event) }),
  };
}

function briefEvent(event: TranscriptEvent, position: number): PageEvent {
  const { tool } = event;
  const left = tool && { ...tool, input: '', output: null };
  return { ...event, text: '', ...(left && { tool: left }), position, brief: briefOf(event), digest: digestOf(event) };
}

function briefOf({ type, text, tool }: TranscriptEvent): Brief {
  if (tool === undefined) return { line: type === 'unknown' ? (recordType(text) ?? '') : plainLine(text), files: [], isPlan: false };
  const plan = planOf(tool);
  return { line: (plan && currentStep(plan)?.text) ?? toolSummary(tool), files: filesOf(tool), isPlan: plan !== undefined };
}

/** Tells texts apart, also those of equal length. */
function digestOf({ text, tool }: TranscriptEvent): string {
  const hash = createHash('sha256').update(text);
  if (tool !== undefined) hash.update('\0').update(inputText(tool.input)).update('\0').update(tool.output ?? '\0');
  return hash.digest('base64url').slice(0, 16);
}

function cutTool(tool: ToolCall, limit: number, clipped: { input?: number; output?: number }): ToolCall {
  const output = tool.output === null ? null : cut(tool.output, limit, (length) => (clipped.output = length));
  return { ...tool, input: cutInput(tool.input, limit, clipped), output };
}

/** An input over the limit crosses as text: half an object can't be shown as one. */
function cutInput(input: JsonObject | string, limit: number, clipped: { input?: number }): JsonObject | string {
  const text = inputText(input);
  return text.length <= limit ? input : cut(text, limit, (length) => (clipped.input = length));
}

function inputText(input: JsonObject | string): string {
  return typeof input === 'string' ? input : JSON.stringify(input, null, 2);
}

function cut(text: string, limit: number, onCut: (length: number) => void): string {
  if (text.length <= limit) return text;
  onCut(text.length);
  return cutAt(text, limit);
}

/** One line per kind of omission, for disclosure. */
export function summarise(omissions: readonly Omission[]): TranscriptOmission[] {
  const byCode = new Map<Omission['code'], TranscriptOmission>();
  for (const { code, bytes = 0 } of omissions) {
    const sum = byCode.get(code) ?? { code, count: 0, bytes: 0 };
    byCode.set(code, { code, count: sum.count + 1, bytes: sum.bytes + bytes });
  }
  return [...byCode.values()];
}
