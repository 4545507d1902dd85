import { fileURLToPath } from 'node:url';
import { asArray, asObject, asString, type JsonObject } from '../../core/json';
import { type NativePart, partType } from './message';

/** What the parts of a prompt attach or mention, by path or name: never the data itself. */
export function attachmentsOf(parts: readonly NativePart[]): string[] {
  return parts.flatMap((part) => {
    const { data = {} } = part;
    if (partType(part) === 'file') return [fileName(data)];
    return partType(part) === 'agent' ? [`@${asString(data['name']) ?? ''}`] : [];
  });
}

/** Files that a tool's result brought along. */
export function attachmentsOfTool(part: JsonObject): string[] {
  return asArray(asObject(part['state'])?.['attachments']).map((file) => fileName(asObject(file) ?? {}));
}

function fileName(file: JsonObject): string {
  const url = asString(file['url']) ?? '';
  const name = asString(file['filename']) || asString(file['mime']) || 'file';
  if (url.startsWith('file:')) return localPath(url) ?? name;
  return /^https?:/.test(url) ? url : name;
}

function localPath(url: string): string | undefined {
  try {
    return fileURLToPath(url.replace(/\?.*$/s, ''));
  } catch {
    return undefined;
  }
}
