import type { JsonObject } from '../core/json';
import type { PageEvent, TranscriptOmission } from '../shared/transcriptContract';
import type { ToolCall, TranscriptEvent } from '../shared/transcriptEvent';
import type { Omission } from './model';

/** `event` with its position, and with texts over `limit` UTF-16 units cut; `Infinity` cuts nothing. */
export function pageEvent(event: TranscriptEvent, position: number, limit: number): PageEvent {
  const clipped: { text?: number; input?: number; output?: number } = {};
  const text = cut(event.text, limit, (length) => (clipped.text = length));
  const tool = event.tool && cutTool(event.tool, limit, clipped);
  return {
    ...event,
    text,
    ...(tool && { tool }),
    position,
    ...(Object.keys(clipped).length > 0 && { clipped }),
  };
}

function cutTool(tool: ToolCall, limit: number, clipped: { input?: number; output?: number }): ToolCall {
  const output = tool.output === null ? null : cut(tool.output, limit, (length) => (clipped.output = length));
  return { ...tool, input: cutInput(tool.input, limit, clipped), output };
}

/** An input over the limit crosses as text: half an object can't be shown as one. */
function cutInput(input: JsonObject | string, limit: number, clipped: { input?: number }): JsonObject | string {
  const text = typeof input === 'string' ? input : JSON.stringify(input, null, 2);
  return text.length <= limit ? input : cut(text, limit, (length) => (clipped.input = length));
}

function cut(text: string, limit: number, onCut: (length: number) => void): string {
  if (text.length <= limit) return text;
  onCut(text.length);
  return text.slice(0, limit);
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
