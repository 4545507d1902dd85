import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import { countUsage } from '../../../src/cli/usage';
import { report, type Totals, type UsageGrouping } from '../../../src/usage/report';
import { Prices } from '../../../src/usage/prices';
import type { UsageState } from '../../../src/usage/usageCounts';
import { usageOfRows } from '../../../src/usage/usageEntries';
import { LocalOperations } from '../../../src/workers/operations';

export type Counted = Omit<Totals, 'cost_estimate'>;

/** A file of counts in a folder of its own. */
export class Counts {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-counts-'));
  readonly file = path.join(this.folder, 'usage.sqlite');

  count(home: string): Promise<UsageState> {
    const asked = { place: { home, env: {} }, folder: undefined };
    return countUsage(asked, agents.map(({ id }) => id), { operations: new LocalOperations(), file: this.file, width: 1 });
  }

  async by(home: string, by: UsageGrouping): Promise<Record<string, Counted>> {
    const { tallies } = await this.count(home);
    const { groups } = report(usageOfRows(tallies).entries, by, {}, new Prices());
    return Object.fromEntries(groups.map(({ name, input, output, cache_read, cache_write, reasoning, requests }) => [name ?? '', { input, output, cache_read, cache_write, reasoning, requests }]));
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** As `Counts.by`, all counted anew. */
export async function countedBy(home: string, by: UsageGrouping): Promise<Record<string, Counted>> {
  const counts = new Counts();
  try {
    return await counts.by(home, by);
  } finally {
    counts.remove();
  }
}
