import { asArray, asObject, asString, type Json, type JsonObject } from '../../core/json';
import type { Meta, Peek } from './schema';

/**
 * Where a message was read from. A file may tell the same message in several ways; the highest that it uses counts:
 * what the user saw as items (paginated rollouts), as events (older ones), else the model's input and output.
 */
export enum Source {
  response,
  event,
  item,
}

export interface Message {
  readonly role: 'user' | 'agent';
  readonly source: Source;
  readonly id: string | null;
  readonly text: string;
  /** Paths of images and mentioned files, media types of images without one. */
  readonly attachments: readonly string[];
}

/** Whose message a record of a file with this `meta` is, as far as is known without parsing it. */
export function roleOf(found: Peek, meta: Meta | undefined): { role: 'user' | 'agent' | undefined; source: Source } | undefined {
  if (found.type === 'event_msg') {
    if (found.item === 'UserMessage') return { role: 'user', source: Source.item };
    if (found.item === 'AgentMessage') return { role: 'agent', source: Source.item };
    if (found.kind === 'user_message') return { role: 'user', source: Source.event };
    if (found.kind === 'agent_message') return { role: 'agent', source: Source.event };
  }
  const isPaginated = meta?.isPaginated ?? found.ordinal !== null;
  if (found.type === 'response_item' && found.kind === 'message' && !isPaginated) return { role: undefined, source: Source.response };
  return undefined;
}

/** The message in a record for which `roleOf` knows a source; `undefined` for what Codex put there itself. */
export function messageOf(source: Source, payload: JsonObject): Message | undefined {
  switch (source) {
    case Source.item:
      return itemMessage(asObject(payload['item']) ?? {});
    case Source.event:
      return eventMessage(payload);
    case Source.response:
      return responseMessage(payload);
  }
}

function itemMessage(item: JsonObject): Message {
  const parts = asArray(item['content']).map((part) => asObject(part) ?? {});
  return {
    role: item['type'] === 'UserMessage' ? 'user' : 'agent',
    source: Source.item,
    id: asString(item['id']) ?? null,
    text: parts.map((part) => asString(part['text']) ?? '').join(''),
    attachments: parts.flatMap((part) => attachmentOf(part) ?? []),
  };
}

function attachmentOf(part: JsonObject): string | undefined {
  return asString(part['path']) ?? imageName(part['image_url']);
}

function eventMessage(payload: JsonObject): Message {
  const names = [...asArray(payload['local_images']).map(asString), ...asArray(payload['images']).map(imageName)];
  return {
    role: payload['type'] === 'user_message' ? 'user' : 'agent',
    source: Source.event,
    id: null,
    text: asString(payload['message']) ?? '',
    attachments: names.filter((name) => name !== undefined),
  };
}

/** `image/png` for a data URL, which holds the image itself; the address for any other. */
function imageName(url: Json | undefined): string | undefined {
  const text = asString(url);
  return text?.startsWith('data:') === true ? text.slice(5, 5 + Math.max(0, text.slice(5, 80).search(/[;,]/))) : text;
}

/** Beginnings of user items that Codex writes into the model's input. A person's prompt may begin so too, then items or events tell. */
const injected =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|user_shell_command|subagent_notification|user_action|skill|permissions instructions|collaboration_mode|image)\b|# AGENTS\.md instructions for )/;

function responseMessage(payload: JsonObject): Message | undefined {
  const role = payload['role'];
  if (role !== 'user' && role !== 'assistant') return undefined;
  const kinds = asArray(asObject(payload['internal_chat_message_metadata_passthrough'])?.['content_item_kinds']).map(asString);
  const parts = asArray(payload['content'])
    .map((part) => asObject(part) ?? {})
    .filter((part, at) => role === 'assistant' || isTyped(kinds[at], asString(part['text']) ?? ''));
  if (parts.length === 0) return undefined;
  return {
    role: role === 'user' ? 'user' : 'agent',
    source: Source.response,
    id: asString(payload['id']) ?? null,
    text: parts.map((part) => asString(part['text']) ?? '').join(''),
    attachments: parts.flatMap((part) => attachmentOf(part) ?? []),
  };
}

function isTyped(kind: string | undefined, text: string): boolean {
  return kind === undefined ? !injected.test(text) : kind.startsWith('user.');
}

const requestMark = '## My request for Codex:';

/** What a person typed: an editor puts what it has open before it, under headings, and Codex's list leaves that out too. */
export function typedPrompt(text: string): string {
  const at = text.indexOf(requestMark);
  return (at < 0 ? text : text.slice(at + requestMark.length)).trim();
}
