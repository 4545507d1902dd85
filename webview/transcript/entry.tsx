import { recordType } from '../../src/shared/recordText';
import type { PageEvent } from '../../src/shared/transcriptContract';
import type { EventActions } from './actions';
import { CompactionEvent, ThoughtEvent, ToolEvent, UnknownEvent } from './foldedEvent';
import { Message } from './message';
import { NoticeEvent } from './noticeEvent';
import { severityWords, words } from './words';

export interface EntryProps {
  readonly event: PageEvent;
  /** The words of a day that begins here. */
  readonly day: string | undefined;
  readonly agentName: string;
  readonly open: boolean;
  readonly actions: EventActions;
}

/** One event of the conversation. */
export function Entry({ day, ...props }: EntryProps) {
  return (
    <>
      {day !== undefined && <p class="day">{day}</p>}
      <div class={`event event-${props.event.type}${props.event.on_active_branch ? '' : ' event-rewound'}`}>
        {!props.event.on_active_branch && <p class="rewound-note">{words.rewound()}</p>}
        <EventBody {...props} />
      </div>
    </>
  );
}

function EventBody({ event, agentName, open, actions }: Omit<EntryProps, 'day'>) {
  switch (event.type) {
    case 'user_message':
    case 'agent_message':
      return <Message event={event} agentName={agentName} actions={actions} />;
    case 'thought':
      return <ThoughtEvent event={event} open={open} actions={actions} />;
    case 'tool_call':
      return event.tool === undefined ? null : <ToolEvent event={event} tool={event.tool} open={open} actions={actions} />;
    case 'notice':
      return <NoticeEvent event={event} actions={actions} />;
    case 'compaction':
      return <CompactionEvent event={event} open={open} actions={actions} />;
    case 'unknown':
      return <UnknownEvent event={event} open={open} actions={actions} />;
  }
}

/** What a screen reader calls it. */
export function entryName(event: PageEvent, agentName: string): string {
  switch (event.type) {
    case 'user_message':
      return words.you();
    case 'agent_message':
      return agentName;
    case 'thought':
      return words.thought();
    case 'tool_call':
      return words.tool(event.tool?.name ?? '');
    case 'notice':
      return severityWords[event.severity ?? 'info']();
    case 'compaction':
      return words.compacted();
    case 'unknown':
      return words.unknownRecord(recordType(event.text) ?? words.noType());
  }
}
