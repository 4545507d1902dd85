import type { Result } from '../core/result';
import type { Days, PeriodName, Step } from './usagePeriods';

/** What is summed up. Of agent, project and model an empty text is what is not recorded, and an absent one is any. */
export interface UsageQuery {
  readonly scope: 'folders' | 'everywhere';
  readonly period: PeriodName;
  /** The days of the period `custom`. */
  readonly custom: Days;
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
  readonly model?: string | undefined;
}

/** Tokens, where `output` includes `reasoning`; `cost` is an estimate in dollars, `null` where no price is known. */
export interface UsageFigures {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly reasoning: number;
  readonly requests: number;
  readonly cost: number | null;
}

export interface UsageCards {
  readonly figures: UsageFigures;
  readonly sessions: number;
  readonly activeDays: number;
}

/** A bar of the chart: the days of one step. */
export interface UsageBar extends Days {
  readonly parts: readonly { readonly agent: string; readonly tokens: number; readonly cost: number | null }[];
}

export interface UsageGroup {
  /** An agent's id, a folder or a model; empty where it is not recorded. */
  readonly name: string;
  /** As a person reads it. */
  readonly label: string;
  readonly figures: UsageFigures;
  readonly sessions: number;
}

export interface UsageView {
  readonly today: string;
  readonly days: Days;
  readonly now: UsageCards;
  /** Of the same number of days before; `null` where the period has no such. */
  readonly before: UsageCards | null;
  readonly step: Step;
  readonly bars: readonly UsageBar[];
  readonly groups: { readonly agent: readonly UsageGroup[]; readonly project: readonly UsageGroup[]; readonly model: readonly UsageGroup[] };
  /** Tokens of each day of the last year that has any, whatever the period. */
  readonly heat: Readonly<Record<string, number>>;
  /** What can be chosen in the scope. */
  readonly choices: { readonly agent: readonly UsageChoice[]; readonly project: readonly UsageChoice[]; readonly model: readonly UsageChoice[] };
  readonly unknownSessions: number;
  readonly undated: UsageFigures;
  /** Models that are in no estimate. */
  readonly unpriced: readonly string[];
  readonly pricesAsOf: string;
  readonly counting: UsageCounting;
}

export interface UsageChoice {
  readonly name: string;
  readonly label: string;
}

/** `counting`: sessions are being counted; `stopped`: a person said to stop before all were. */
export type UsageCounting =
  | { readonly state: 'counting'; readonly done: number; readonly total: number }
  | { readonly state: 'stopped' | 'complete' }
  | { readonly state: 'failed'; readonly message: string };

export interface UsageSession {
  readonly key: string;
  readonly title: string;
  readonly agentName: string;
  readonly project: string;
  readonly models: readonly string[];
  readonly lastDay: string | null;
  /** `null` where nothing is recorded that usage can be told from. */
  readonly figures: UsageFigures | null;
  /** The part of it that sub-agents used. */
  readonly subagents: number;
}

/** What of a query a figure sums up. */
export interface UsageFocus {
  readonly days?: Days | undefined;
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
  readonly model?: string | undefined;
  /** Sessions of unknown usage alone. */
  readonly unknown?: boolean | undefined;
  /** What has no time alone, whatever the period. */
  readonly undated?: boolean | undefined;
}

export interface UsageSessions {
  /** The largest first, at most `sessionLimit`. */
  readonly rows: readonly UsageSession[];
  readonly total: number;
}

export const sessionLimit = 200;

export type UsageCode = 'export_failed' | 'session_missing';

export interface UsageContract {
  requests: {
    'usage.view': { params: { query: UsageQuery }; result: UsageView };
    'usage.sessions': { params: { query: UsageQuery; focus: UsageFocus }; result: UsageSessions };
    /** Goes on counting, or looks for what changed since. */
    'usage.count': { params: Record<string, never>; result: null };
    'usage.stop': { params: Record<string, never>; result: null };
    'usage.open': { params: { key: string }; result: Result<null, UsageCode> };
    /** Asks for a file and writes it; answers its path, `null` when the person thought better of it. */
    'usage.export': { params: { query: UsageQuery; format: 'csv' | 'json' }; result: Result<string | null, UsageCode> };
  };
  events: {
    /** Counting went on; `hasNew` when there are other figures to ask for. */
    'usage.changed': { counting: UsageCounting; hasNew: boolean };
  };
}
