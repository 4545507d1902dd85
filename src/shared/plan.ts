import { asArray, asObject, asString, type Json } from '../core/json';
import type { ToolCall } from './transcriptEvent';

export type PlanStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

export interface PlanStep {
  readonly text: string;
  readonly status: PlanStatus;
}

/** Under these names calls give their whole plan: Claude Code, opencode, Gemini and Hermes `todos`, Codex `plan`. */
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
    const list = asArray(input[name]);
    const steps = list.flatMap((entry) => stepOf(entry) ?? []);
    if (steps.length > 0 && steps.length === list.length) return steps;
  }
  return undefined;
}

/** The step under work, else the first that is left, else the last. */
export function currentStep(plan: readonly PlanStep[]): PlanStep | undefined {
  return plan.find(({ status }) => status === 'in_progress') ?? plan.find(({ status }) => status === 'pending') ?? plan.at(-1);
}

function stepOf(entry: Json): PlanStep | undefined {
  const step = asObject(entry);
  const status = asString(step?.['status']) ?? '';
  const text = textNames.map((name) => asString(step?.[name])).find((value) => value !== undefined && value.trim() !== '');
  return text === undefined || !Object.hasOwn(statuses, status) ? undefined : { text, status: statuses[status] as PlanStatus };
}
