import { kindOfAction } from '../../../src/shared/tally';
import { withinFolder } from '../../../src/shared/toolText';
import type { PageEvent } from '../../../src/shared/transcriptContract';
import type { ToolStatus } from '../../../src/shared/transcriptEvent';
import { Fold } from '../fold';
import { Icon, type IconName } from '../icon';
import { ActionDetails } from './actionDetails';
import { EventTime } from './eventTime';
import { LongName } from './longName';
import { tallyIcons } from './tallyWords';
import type { View } from './view';
import { statusWords, words } from './words';

const statusIcons: Record<ToolStatus, { name: IconName; tone: 'plain' | 'success' | 'error' }> = {
  pending: { name: 'clock', tone: 'plain' },
  in_progress: { name: 'loading', tone: 'plain' },
  completed: { name: 'check', tone: 'success' },
  failed: { name: 'error', tone: 'error' },
};

/** One thing that the agent did, on a line that opens. */
export function Action({ event, view }: { event: PageEvent; view: View }) {
  const open = view.isOpen(event.id);
  const { line = '', files = [] } = event.brief ?? {};
  // A command stays as it was given.
  const shown = files.length > 0 && event.tool?.kind !== 'execute' ? withinFolder(line, view.folder) : line;
  const head = (
    <>
      <Icon name={tallyIcons[kindOfAction(event)]} />
      <span class="fold-name">
        <LongName name={actionName(event)} />
      </span>
      {event.type !== 'unknown' && !(event.type === 'thought' && open) && (
        <>
          {' '}
          <span class="fold-summary">{shown}</span>{' '}
        </>
      )}
      {event.tool !== undefined && <Status status={event.tool.status} />}
      <EventTime at={event.at} />
    </>
  );
  return (
    <div data-event={event.id}>
      <Fold open={open} onToggle={() => view.actions.toggle(event.id, !open)} head={head}>
        <ActionDetails event={event} view={view} />
      </Fold>
    </div>
  );
}

/** What it is called, without what it is about. */
export function actionName({ type, tool, brief }: PageEvent): string {
  if (type === 'thought') return words.thought();
  if (type === 'unknown') return words.unknownRecord(brief?.line === undefined || brief.line === '' ? words.noType() : brief.line);
  return tool?.name ?? '';
}

function Status({ status }: { status: ToolStatus }) {
  return (
    <>
      <span class={status === 'completed' ? 'hidden' : 'status'}>{statusWords[status]()}</span>
      <Icon {...statusIcons[status]} />{' '}
    </>
  );
}
