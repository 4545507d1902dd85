import { fileChanges } from '../../../src/shared/fileChanges';
import { planOf } from '../../../src/shared/plan';
import { toolInputText } from '../../../src/shared/toolText';
import type { PageEvent } from '../../../src/shared/transcriptContract';
import type { ToolCall } from '../../../src/shared/transcriptEvent';
import { IconButton } from '../button';
import { TerminalText } from '../terminalText';
import { Clipped } from './clipped';
import { Diff } from './diff';
import { Attachments } from './message';
import { Plan } from './plan';
import { Subagents } from './subagents';
import type { View } from './view';
import { words } from './words';

interface ToolDetailsProps {
  readonly event: PageEvent;
  readonly tool: ToolCall;
  readonly view: View;
}

/** A call's arguments, as what they are where that is known, and its result. */
export function ToolDetails({ event, tool, view }: ToolDetailsProps) {
  return (
    <div class="tool-details">
      <IconButton icon="go" label={words.openRecord()} onClick={() => view.actions.reveal(event.source)} />
      <Input tool={tool} />
      <Clipped event={event} part="input" view={view} />
      {tool.output === null ? <p class="muted">{words.noOutput()}</p> : <Output text={tool.output} />}
      <Clipped event={event} part="output" view={view} />
      <Attachments names={event.attachments ?? []} />
      <Subagents ids={subagentsOf(tool)} view={view} />
    </div>
  );
}

function Input({ tool }: { tool: ToolCall }) {
  const plan = planOf(tool);
  if (plan !== undefined) return <Plan steps={plan} />;
  const changes = fileChanges(tool);
  if (changes.length > 0) return <>{changes.map((change, index) => <Diff key={index} change={change} />)}</>;
  const text = toolInputText(tool.input);
  if (text === '') return null;
  return (
    <>
      <p class="payload-title">{words.input()}</p>
      <pre tabIndex={0} dir="auto">{text}</pre>
    </>
  );
}

function Output({ text }: { text: string }) {
  return (
    <>
      <p class="payload-title">{words.output()}</p>
      {text === '' ? (
        <p class="muted">{words.emptyOutput()}</p>
      ) : (
        <pre tabIndex={0} dir="auto">
          <TerminalText text={text} />
        </pre>
      )}
    </>
  );
}

function subagentsOf({ subagentId, furtherSubagentIds = [] }: ToolCall): readonly string[] {
  return subagentId === undefined ? furtherSubagentIds : [subagentId, ...furtherSubagentIds];
}
