import { ok } from '../../../src/core/result';
import type { UsageContract, UsageCounting } from '../../../src/shared/usageContract';
import { Prices } from '../../../src/usage/prices';
import type { UsageEntry, UsageOfRows } from '../../../src/usage/usageEntries';
import { sessionsOf, viewOf } from '../../../src/usage/usageView';
import type { Answers } from '../harness/testPage';

export const today = '2026-11-30';

/** The host of a usage page: the real sums over entries that a test gives. */
export class UsageHost {
  counting: UsageCounting = { state: 'complete' };

  constructor(public usage: UsageOfRows) {}

  readonly answers: Answers<UsageContract> = {
    'usage.view': ({ query }) => ({ ...viewOf(this.usage, query, today, new Prices()), counting: this.counting }),
    'usage.sessions': ({ query, focus }) => sessionsOf(this.usage, query, focus, { today, prices: new Prices(), titleOf: (key) => titles[key] ?? '' }),
    'usage.count': () => null,
    'usage.stop': () => null,
    'usage.open': () => ok(null),
    'usage.export': ({ format }) => ok(`/home/dev/usage.${format}`),
  };
}

const titles: Readonly<Record<string, string>> = {
  'claude-code:1': 'Make the parser resumable',
  'claude-code:2': 'Rename the queue',
  'codex:3': 'Why does the watcher fire twice?',
  'gemini:4': 'Translate the manual',
  'copilot:5': 'Look for the leak',
};

function entry(session: keyof typeof titles  , day: string | null, tokens: number, more: Partial<UsageEntry> = {}): UsageEntry {
  const agent = session.split(':')[0] as UsageEntry['agent'];
  const models: Partial<Record<UsageEntry['agent'], string>> = { 'claude-code': 'claude-opus-4-5-20251101', codex: 'gpt-5.2-codex', gemini: 'gemini-3.8-flash' };
  const usage = { input: tokens, output: Math.round(tokens / 10), cache_read: tokens * 20, cache_write: tokens * 2, reasoning: Math.round(tokens / 40) };
  return { session: session as UsageEntry['session'], agent, project: '/home/dev/app', day, model: models[agent] ?? null, isSide: false, requests: Math.ceil(tokens / 4000), usage, ...more };
}

/** Two months of five sessions with four agents. */
export function twoMonths(): UsageOfRows {
  const entries = Array.from({ length: 60 }, (_, back) => {
    const day = new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10);
    return [
      entry('claude-code:1', day, 4000 + ((back * 7919) % 9000)),
      ...(back % 3 === 0 ? [entry('claude-code:2', day, 2500, { project: '/home/dev/other/very/long/path/of/a/project', isSide: back % 2 === 0 })] : []),
      ...(back % 2 === 0 ? [entry('codex:3', day, 3000 + ((back * 104_729) % 6000))] : []),
      ...(back % 5 === 0 ? [entry('gemini:4', day, 8000)] : []),
    ];
  }).flat();
  const row = { folder: '/home/dev/app', comparable: '/home/dev/app', owner: null, isHidden: false, lastActivityAt: `${today}T10:00:00.000Z` };
  return { entries, unknown: [{ agent: 'copilot', id: '5', row, isKnown: false, days: [] }] };
}

export const nothing: UsageOfRows = { entries: [], unknown: [] };
export { entry };
