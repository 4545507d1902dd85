import { isUtf8 } from 'node:buffer';
import type { SkipReason } from '../agents/agent';
import { skippedBy } from '../agents/skip';
import type { Session } from '../external/session';
import { Files, type Line } from '../platform/files';
import type { AgentId } from '../shared/agentId';

export type LineFault = 'broken_line' | 'torn_end' | 'oversized_line' | 'invalid_utf8';

/** Something in the file of a session that is shown and could not be read as it should. */
export interface Damage {
  readonly agent: AgentId;
  readonly id: string;
  readonly path: string;
  readonly reason: LineFault | SkipReason;
  /** How many lines have it, and the first of them from 1; 0 where it is the whole file. */
  readonly lines: number;
  readonly first_line: number;
}

/** Looks through the line files of `sessions`. Never throws: a file that can't be read is named with that as its reason. */
export async function damageOf(sessions: readonly Session[]): Promise<Damage[]> {
  const files = new Files();
  const damage: Damage[] = [];
  for (const { agent, record, files: paths } of sessions) {
    for (const path of paths.filter((file) => /\.jsonl(?:\.zst)?$/.test(file))) {
      const faults = new Map<Damage['reason'], Damage>();
      const add = (reason: Damage['reason'], line: number): void => {
        const known = faults.get(reason) ?? { agent, id: record.id, path, reason, lines: 0, first_line: line };
        faults.set(reason, { ...known, lines: known.lines + 1 });
      };
      try {
        await files.eachLine(path, (line) => {
          const fault = faultOf(line);
          if (fault !== undefined) add(fault, line.number);
        });
      } catch (error) {
        add(skippedBy(error, path).reason, 0);
      }
      damage.push(...faults.values());
    }
  }
  return damage;
}

/** A byte order mark and a carriage return are part of a line's length but not of its bytes. */
const strippedAtMost = 4;

/** Whether a line looks like a record, by its ends: parsing every one again would take as long as reading the history. */
function faultOf({ bytes, length, terminated }: Line): LineFault | undefined {
  if (length > bytes.length + strippedAtMost) return 'oversized_line';
  const text = bytes.subarray(0, 1).toString('latin1') + bytes.subarray(-1).toString('latin1');
  if (text !== '{}') return bytes.every((byte) => byte === 0x20 || byte === 0x09) ? undefined : terminated ? 'broken_line' : 'torn_end';
  return isUtf8(bytes) ? undefined : 'invalid_utf8';
}
