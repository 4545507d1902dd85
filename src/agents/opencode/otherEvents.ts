import { asObject, asString, type JsonObject } from '../../core/json';
import type { ToolCall } from '../../shared/transcriptEvent';
import { type Draft, draftOf } from './draft';
import { completedAt, type NativeMessage } from './message';
import { modelName } from './schema';

/** What a reader sees of a record of `session_message` that is neither prompt nor answer; nothing of what only the model reads. */
export function otherEvents(message: NativeMessage): Draft[] {
  const { role, data = {} } = message;
  const here = { ...draftOf(message), text: '' };
  const model = asObject(data['model']);
  switch (role) {
    case 'compaction':
      return [{ ...here, type: 'compaction', text: asString(data['summary']) ?? '' }];
    case 'shell':
      return [{ ...here, type: 'tool_call', tool: shellCall(message, data) }];
    case 'skill':
      return [{ ...here, type: 'notice', text: `Skill: ${asString(data['name']) ?? ''}`, severity: 'info' }];
    case 'agent-switched':
      return [{ ...here, type: 'notice', text: `Agent: ${asString(data['agent']) ?? ''}`, severity: 'info' }];
    case 'model-switched':
      return [{ ...here, type: 'notice', text: `Model: ${modelName(model?.['providerID'], model?.['id']) ?? ''}`, severity: 'info' }];
    case 'location-switched':
      return [{ ...here, type: 'notice', text: `Folder: ${asString(asObject(data['location'])?.['directory']) ?? ''}`, severity: 'info' }];
    default:
      return [];
  }
}

/** A command that the person typed. */
function shellCall(message: NativeMessage, data: JsonObject): ToolCall {
  const isRunning = data['status'] === 'running' || (data['status'] === undefined && completedAt(message) === null);
  return {
    name: 'shell',
    kind: 'execute',
    status: isRunning ? 'in_progress' : 'completed',
    input: { command: data['command'] },
    output: asString(data['output']) ?? asString(asObject(data['output'])?.['output']) ?? null,
  };
}
