import * as z from 'zod/mini';
import { atifVersion } from './document';

/**
 * ATIF 1.7, strictly: unknown keys are refused everywhere but under `extra`. The reference validator is Harbor's, in Python; these are
 * its rules.
 */
const text = z.string();
const filled = text.check(z.minLength(1));
const extra = z.optional(z.record(text, z.unknown()));
const count = z.int().check(z.minimum(0));
const timestamp = text.check(z.refine((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)), 'no ISO 8601 time'));

const textPart = z.strictObject({ type: z.literal('text'), text });
const imageSource = z.strictObject({ media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']), path: filled });
const imagePart = z.strictObject({ type: z.literal('image'), source: imageSource });
const content = z.union([text, z.array(z.discriminatedUnion('type', [textPart, imagePart]))]);

const subagentRef = z
  .strictObject({ trajectory_id: z.optional(filled), session_id: z.optional(filled), trajectory_path: z.optional(filled), extra })
  .check(z.refine((ref) => ref.trajectory_id !== undefined || ref.trajectory_path !== undefined, 'a session id alone is no reference'));
const result = z.strictObject({
  source_call_id: z.optional(filled),
  content: z.optional(content),
  subagent_trajectory_ref: z.optional(z.array(subagentRef)),
  extra,
});
const toolCall = z.strictObject({ tool_call_id: filled, function_name: filled, arguments: z.record(text, z.unknown()), extra });
const metrics = z
  .strictObject({
    prompt_tokens: z.optional(count),
    completion_tokens: z.optional(count),
    cached_tokens: z.optional(count),
    cost_usd: z.optional(z.number().check(z.minimum(0))),
    prompt_token_ids: z.optional(z.array(z.int())),
    completion_token_ids: z.optional(z.array(z.int())),
    logprobs: z.optional(z.array(z.number())),
    extra,
  })
  .check(z.refine(({ prompt_tokens = 0, cached_tokens = 0 }) => cached_tokens <= prompt_tokens, 'cached tokens are a part of the prompt'));

const agentOnly = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'] as const;

/** One step by itself. */
export const atifStep = z
  .strictObject({
    step_id: z.int().check(z.minimum(1)),
    source: z.enum(['system', 'user', 'agent']),
    message: content,
    timestamp: z.optional(timestamp),
    model_name: z.optional(filled),
    reasoning_effort: z.optional(z.union([text, z.number()])),
    reasoning_content: z.optional(text),
    tool_calls: z.optional(z.array(toolCall)),
    observation: z.optional(z.strictObject({ results: z.array(result) })),
    metrics: z.optional(metrics),
    is_copied_context: z.optional(z.boolean()),
    llm_call_count: z.optional(count),
    extra,
  })
  .check(
    z.refine((step) => step.source === 'agent' || agentOnly.every((name) => step[name] === undefined), 'a field of agents on another step'),
    z.refine((step) => step.llm_call_count !== 0 || (step.metrics === undefined && step.reasoning_content === undefined), 'metrics or reasoning without a model call'),
    z.refine(({ tool_calls = [] }) => isEachOnce(tool_calls.map((call) => call.tool_call_id)), 'a call id twice in a step'),
    z.refine(({ tool_calls = [], observation }) => {
      const ids = new Set(tool_calls.map((call) => call.tool_call_id));
      return (observation?.results ?? []).every(({ source_call_id: id }) => id === undefined || ids.has(id));
    }, 'a result of a call that is not of the same step'),
  );

const tokens = z.optional(count);
const finalMetrics = z.strictObject({
  total_prompt_tokens: tokens,
  total_completion_tokens: tokens,
  total_cached_tokens: tokens,
  total_cost_usd: z.optional(z.number().check(z.minimum(0))),
  total_steps: tokens,
  extra,
});

/** All of a document but its steps and its sub-agents'. */
const headFields = {
  schema_version: z.literal(atifVersion),
  session_id: z.optional(filled),
  trajectory_id: z.optional(filled),
  agent: z.strictObject({ name: filled, version: filled, model_name: z.optional(filled), tool_definitions: z.optional(z.array(z.record(text, z.unknown()))), extra }),
  notes: z.optional(text),
  final_metrics: z.optional(finalMetrics),
  continued_trajectory_ref: z.optional(text),
  extra,
};

type Step = z.infer<typeof atifStep>;

/** A document as it was parsed, before the rules over several of its steps. */
interface Shape {
  readonly trajectory_id?: string | undefined;
  readonly steps: readonly Step[];
  readonly subagent_trajectories?: readonly Shape[] | undefined;
}

const shape = z.strictObject({
  ...headFields,
  steps: z.array(atifStep).check(z.minLength(1)),
  get subagent_trajectories(): z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniType<Shape>>> {
    return z.optional(z.array(shape as unknown as z.ZodMiniType<Shape>));
  },
});

/** A whole document. */
export const atifDocument = shape.check(
  z.refine((document) => trajectories(document).every(({ steps }) => steps.every(({ step_id }, index) => step_id === index + 1)), 'step ids are not 1, 2, 3 …'),
  z.refine((document) => isEachOnce(trajectories(document).flatMap(({ trajectory_id }) => trajectory_id ?? [])), 'a trajectory id twice'),
  z.refine((document) => trajectories(document).slice(1).every(({ trajectory_id }) => trajectory_id !== undefined), 'an embedded sub-agent without an id'),
  z.refine((document) => {
    const embedded = new Set(trajectories(document).slice(1).map(({ trajectory_id }) => trajectory_id));
    return trajectories(document).every(({ steps }) => refsOf(steps).every((ref) => ref.trajectory_path !== undefined || embedded.has(ref.trajectory_id)));
  }, 'a reference to a sub-agent that is not embedded'),
);

function trajectories(document: Shape): Shape[] {
  return [document, ...(document.subagent_trajectories ?? []).flatMap(trajectories)];
}

function refsOf(steps: readonly Step[]): z.infer<typeof subagentRef>[] {
  return steps.flatMap(({ observation }) => (observation?.results ?? []).flatMap((each) => each.subagent_trajectory_ref ?? []));
}

function isEachOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
