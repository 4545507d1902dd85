import * as os from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import type { Place } from '../agents/agent';
import { placeOnHost } from '../agents/hostPlace';
import { fail, ok, type Result } from '../core/result';
import { isDay } from '../core/time';
import { isDestination } from '../platform/ssh';
import { type AgentId, agentIds } from '../shared/agentId';
import { type ExportFormat, exportFormats } from '../shared/exporting';
import { groupings, type UsageGrouping } from '../usage/report';
import type { Period } from '../usage/usageEntries';
import { cacheFolder } from './indexPath';

/** What was asked of the command line, checked. */
export interface Arguments {
  readonly command: 'list' | 'transcript' | 'export' | 'usage' | 'doctor' | 'help' | 'version';
  readonly key: string | undefined;
  readonly place: Place;
  /** `undefined` for every folder. */
  readonly folder: string | undefined;
  readonly agents: readonly AgentId[];
  readonly assumeInstalled: boolean;
  readonly full: boolean;
  readonly json: boolean;
  readonly stats: boolean;
  /** Whether what an earlier run read is used, and kept for the next. */
  readonly index: boolean;
  readonly from: number;
  readonly tail: boolean;
  readonly maxEvents: number;
  readonly format: ExportFormat;
  /** A file; `undefined` for standard output. */
  readonly output: string | undefined;
  readonly by: UsageGrouping;
  readonly period: Period;
}

export const eventLimits = { default: 400, most: 2000 } as const;
const commands = ['list', 'transcript', 'export', 'usage', 'doctor', 'help'] as const;

/** `detail` of the failure is the sentence to print. */
export function parseArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Result<Arguments, 'usage'> {
  let parsed;
  try {
    parsed = parse(argv);
  } catch (error) {
    return fail('usage', (error as Error).message);
  }
  const { values, positionals } = parsed;
  const [word = values.help === true ? 'help' : undefined, key, ...rest] = positionals;
  const command = values.version === true ? 'version' : values.help === true ? 'help' : commands.find((name) => name === word);
  if (command === undefined) return fail('usage', word === undefined ? 'a command is needed' : `unknown command: ${word}`);
  const isOfSession = command === 'transcript' || command === 'export';
  if (isOfSession && key === undefined) return fail('usage', `${command} needs a session key, such as codex:01a2…`);
  if (rest.length > 0 || (!isOfSession && key !== undefined)) return fail('usage', `too many arguments: ${positionals.join(' ')}`);
  const unknownAgent = values.agent.find((name) => !agentIds.some((id) => id === name));
  if (unknownAgent !== undefined) return fail('usage', `unknown agent: ${unknownAgent}; known: ${agentIds.join(', ')}`);
  if (values.everywhere === true && values.folder !== undefined) return fail('usage', '--everywhere and --folder exclude each other');
  if (values.tail === true && values.from !== undefined) return fail('usage', '--from and --tail exclude each other');
  const from = wholeNumber(values.from ?? '0', 0, Number.MAX_SAFE_INTEGER);
  if (from === undefined) return fail('usage', '--from takes a position, a whole number from 0');
  const maxEvents = wholeNumber(values['max-events'] ?? String(eventLimits.default), 1, eventLimits.most);
  if (maxEvents === undefined) return fail('usage', `--max-events takes a whole number from 1 to ${eventLimits.most}`);
  const format = exportFormats.find((name) => name === (values.format ?? 'atif'));
  if (format === undefined) return fail('usage', `--format takes one of ${exportFormats.join(', ')}`);
  if (command === 'export' && values.format === undefined) return fail('usage', `export needs --format, one of ${exportFormats.join(', ')}`);
  const by = groupings.find((name) => name === (values.by ?? 'day'));
  if (by === undefined) return fail('usage', `--by takes one of ${groupings.join(', ')}`);
  const { host } = values;
  if (host !== undefined && !isDestination(host)) return fail('usage', `--host takes an alias of ssh or user@host, not ${host}`);
  if (host !== undefined && values.home !== undefined) return fail('usage', '--host and --home exclude each other');
  if (host !== undefined && !['list', 'transcript', 'export'].includes(command)) return fail('usage', `${command} reads this machine alone`);
  if (host !== undefined && values.folder?.startsWith('/') === false) return fail('usage', '--folder takes an absolute path on the host');
  if (host !== undefined && values.full === true) return fail('usage', '--full would copy every session of the host');
  const empty = (['home', 'folder', 'output'] as const).find((name) => values[name] === '');
  if (empty !== undefined) return fail('usage', `--${empty} takes a path`);
  const { since, until } = values;
  if ([since, until].some((day) => day !== undefined && !isDay(day))) return fail('usage', '--since and --until take a day as YYYY-MM-DD');
  if (since !== undefined && until !== undefined && since > until) return fail('usage', '--since is after --until');
  return ok({
    command,
    key,
    place: placeOf(values, env, cwd),
    // The folder that this runs in is none of a host's.
    folder: values.everywhere === true ? undefined : (values.folder ?? (host === undefined ? cwd : undefined)),
    agents: values.agent.length === 0 ? agentIds : agentIds.filter((id) => values.agent.includes(id)),
    assumeInstalled: values['assume-installed'] === true,
    full: values.full === true,
    json: values.json === true,
    stats: values.stats === true,
    index: values['no-index'] !== true,
    from,
    tail: values.tail === true,
    maxEvents,
    format,
    output: values.output === '-' ? undefined : values.output,
    by,
    period: { since, until },
  });
}

function placeOf({ home, host }: { home?: string | undefined; host?: string | undefined }, env: Place['env'], cwd: string): Place {
  if (host !== undefined) return placeOnHost({ destination: host, ssh: 'ssh', script: path.join(__dirname, '..', 'media', 'remoteHistory.py') }, path.join(cacheFolder(env), 'hosts'));
  return home === undefined ? { home: os.homedir(), env } : { home: path.resolve(cwd, home), env: {} };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      host: { type: 'string' },
      folder: { type: 'string' },
      everywhere: { type: 'boolean' },
      agent: { type: 'string', multiple: true, default: [] },
      'assume-installed': { type: 'boolean' },
      full: { type: 'boolean' },
      json: { type: 'boolean' },
      stats: { type: 'boolean' },
      'no-index': { type: 'boolean' },
      from: { type: 'string' },
      tail: { type: 'boolean' },
      'max-events': { type: 'string' },
      format: { type: 'string' },
      output: { type: 'string', short: 'o' },
      by: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}
