import type { PageEvent } from '../../src/shared/transcriptContract';
import { plainLine } from '../../src/shared/plainLine';
import { recordText, recordType } from '../../src/shared/recordText';
import { plainTerminalText } from '../../src/shared/terminalText';
import { toolInputText, toolSummary } from '../../src/shared/toolText';
import type { ToolCall, ToolKind, ToolStatus } from '../../src/shared/transcriptEvent';
import { Button } from '../shared/button';
import { Fold } from '../shared/fold';
import { Icon, type IconName } from '../shared/icon';
import { MarkdownText } from '../shared/markdownText';
import type { EventActions } from './actions';
import { Clipped } from './clipped';
import { EventTime } from './eventTime';
import { statusWords, words } from './words';

interface FoldedProps {
  readonly event: PageEvent;
  readonly open: boolean;
  readonly actions: EventActions;
}

const kindIcons: Record<ToolKind, IconName> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'go',
  search: 'search',
  execute: 'terminal',
  think: 'lightbulb',
  fetch: 'globe',
  other: 'tools',
};

const statusIcons: Record<ToolStatus, { name: IconName; tone: 'plain' | 'success' | 'error' }> = {
  pending: { name: 'clock', tone: 'plain' },
  in_progress: { name: 'loading', tone: 'plain' },
  completed: { name: 'check', tone: 'success' },
  failed: { name: 'error', tone: 'error' },
};

export function ThoughtEvent({ event, open, actions }: FoldedProps) {
  const head = (
    <>
      <Icon name="lightbulb" />
      <span class="fold-name">{words.thought()}</span>
      <span class="fold-summary">{!open && plainLine(event.text)}</span>
      <EventTime at={event.at} />
    </>
  );
  return (
    <Fold open={open} onToggle={() => actions.toggle(event)} head={head}>
      <MarkdownText text={event.text} breaks={false} />
      <Clipped event={event} part="text" actions={actions} />
    </Fold>
  );
}

export function ToolEvent({ event, tool, open, actions }: FoldedProps & { tool: ToolCall }) {
  const status = statusIcons[tool.status];
  const head = (
    <>
      <Icon name={kindIcons[tool.kind]} />
      <span class="fold-name">{tool.name}</span>
      <span class="fold-summary">{toolSummary(tool)}</span>
      <span class={tool.status === 'completed' ? 'hidden' : 'status'}>{statusWords[tool.status]()}</span>
      <Icon {...status} />
      <EventTime at={event.at} />
    </>
  );
  return (
    <Fold open={open} onToggle={() => actions.toggle(event)} head={head}>
      <Payload title={words.input()} text={toolInputText(tool.input)} />
      <Clipped event={event} part="input" actions={actions} />
      {tool.output === null ? (
        <p class="muted">{words.noOutput()}</p>
      ) : (
        <Payload title={words.output()} text={plainTerminalText(tool.output)} />
      )}
      <Clipped event={event} part="output" actions={actions} />
      {tool.subagentId !== undefined && <p class="muted">{words.subagent(tool.subagentId)}</p>}
    </Fold>
  );
}

/** A line across the conversation; opened, the summary that the agent went on with. */
export function CompactionEvent({ event, open, actions }: FoldedProps) {
  const label = (
    <>
      <Icon name="fold" />
      <span class="fold-name">{words.compacted()}</span>
      <EventTime at={event.at} />
    </>
  );
  if (event.text === '') return <div class="compaction fold-head">{label}</div>;
  return (
    <div class="compaction">
      <Fold open={open} onToggle={() => actions.toggle(event)} head={label}>
        <MarkdownText text={event.text} breaks={false} />
        <Clipped event={event} part="text" actions={actions} />
      </Fold>
    </div>
  );
}

export function UnknownEvent({ event, open, actions }: FoldedProps) {
  const head = (
    <>
      <Icon name="question" />
      <span class="fold-name">{words.unknownRecord(recordType(event.text) ?? words.noType())}</span>
      <EventTime at={event.at} />
    </>
  );
  return (
    <Fold open={open} onToggle={() => actions.toggle(event)} head={head}>
      <pre tabIndex={0}>{recordText(event.text)}</pre>
      <Clipped event={event} part="text" actions={actions} />
      <p>
        <Button onClick={() => actions.reveal(event.source)}>{words.openSource()}</Button>
      </p>
    </Fold>
  );
}

function Payload({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p class="payload-title">{title}</p>
      {text === '' ? null : (
        <pre tabIndex={0} dir="auto">
          {text}
        </pre>
      )}
    </>
  );
}
