import { asArray, asObject, asString, type Json } from '../core/json';
import type { ToolCall } from './transcriptEvent';

export type PlanStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

export interface PlanStep {
  readonly text: string;
  readonly status: PlanStatus;
}

/** Under these names calls give their whole plan: Claude Code, opencode, Gemini, Hermes and, as a checklist in Markdown, Copilot `todos`, Codex `plan`. */
const listNames = ['todos', 'plan'];
const textNames = ['content', 'step', 'description', 'title', 'text', 'activeForm'];
const statuses: Readonly<Record<string, PlanStatus>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  done: 'completed',
  cancelled: 'cancelled',
};

/** The plan that a call wrote down; `undefined` when it is about something else. */
export function planOf({ input }: Pick<ToolCall, 'input'>): readonly PlanStep[] | undefined {
  if (typeof input === 'string') return undefined;
  for (const name of listNames) {
    const text = asString(input[name]);
    const list = text === undefined ? asArray(input[name]) : text.split('\n').filter((line) => line.trim() !== '');
    const steps = list.flatMap((entry) => (text === undefined ? stepOf(entry) : stepOfLine(String(entry))) ?? []);
    if (steps.length > 0 && steps.length === list.length) return steps;
  }
  return undefined;
}

/** The step under work, else the first that is left, else the last. */
export function currentStep(plan: readonly PlanStep[]): PlanStep | undefined {
  return plan.find(({ status }) => status === 'in_progress') ?? plan.find(({ status }) => status === 'pending') ?? plan.at(-1);
}

function stepOfLine(line: string): PlanStep | undefined {
  const [, mark, text] = /^\s*[-*]\s+\[([ xX])\]\s+(.+)$/.exec(line) ?? [];
  return text === undefined ? undefined : { text, status: mark === ' ' ? 'pending' : 'completed' };
}

function stepOf(entry: Json): PlanStep | undefined {
  const step = asObject(entry);
  const status = asString(step?.['status']) ?? '';
  const text = textNames.map((name) => asString(step?.[name])).find((value) => value !== undefined && value.trim() !== '');
  return text === undefined || !Object.hasOwn(statuses, status) ? undefined : { text, status: statuses[status] as PlanStatus };
}
