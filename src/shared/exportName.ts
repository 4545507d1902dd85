import { collapse, cutAt } from '../core/text';
import { exportExtensions, type ExportFormat } from './exporting';
import { maskSecrets } from './secrets';

/** Longest title in a name, in UTF-16 units: with its ending a name stays below the 255 bytes that most file systems allow. */
const titleLimit = 60;

/** What Windows takes in no name, what separates paths, and what is not seen or turns the direction of what is. */
const notInNames = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** How many letters and digits of an id stand in a name: the last ones, since the first are often a time. */
const idLength = 8;

/**
 * The name offered for a file that a session is exported to: its title, as far as every system takes it, and the end of its id,
 * which tells sessions of one title apart. Secrets in the title are masked.
 */
export function exportName({ title, id }: { readonly title: string; readonly id: string }, format: Exclude<ExportFormat, 'raw'>): string {
  const readable = collapse(maskSecrets(title).normalize('NFC').replace(notInNames, ' '));
  const bounded = cutAt(readable, titleLimit).replace(/^[\s.~-]+|[\s.]+$/g, '');
  const short = id.replace(/[^A-Za-z0-9]/g, '').slice(-idLength);
  return `${[bounded, short].filter((part) => part !== '').join(' ') || 'session'}${exportExtensions[format]}`;
}
