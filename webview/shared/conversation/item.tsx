import { useMemo } from 'preact/hooks';
import { startsDay, startsRun } from '../../../src/shared/runs';
import { dayOf } from '../../../src/shared/times';
import { tally } from '../../../src/shared/tally';
import { isAction, timeOf } from '../../../src/shared/timeline';
import type { PageItem } from '../../../src/shared/transcriptContract';
import { locale } from '../boot';
import { Fold } from '../fold';
import { Icon } from '../icon';
import { Action } from './action';
import { Block } from './block';
import { Compaction } from './compaction';
import { EventTime } from './eventTime';
import { AgentMessage, OwnMessage } from './message';
import { Notice } from './notice';
import { RunHead } from './runHead';
import { Stepper } from './stepper';
import { subagentItems } from './subagentItems';
import { workFold } from './folds';
import { tallyWords } from './tallyWords';
import type { ItemProps, View } from './view';
import { dayWords, words } from './words';

/** One row of the conversation. */
export function Item({ item, view, isLive }: ItemProps) {
  const { day, isRunStart } = useMemo(() => ({ day: dayThatStarts(item), isRunStart: startsRun(item, { locale }) }), [item]);
  const isAgents = item.kind === 'actions' || item.events[0].type === 'agent_message';
  return (
    <>
      {item.fork !== undefined && <Stepper fork={item.fork} view={view} />}
      {day !== undefined && <p class="day">{day}</p>}
      {isAgents && item.kind !== 'subagent' ? (
        <div class={isRunStart ? 'agents run-start' : 'agents'}>
          {isRunStart && <RunHead item={item} agentName={view.agentName} />}
          <Body item={item} view={view} isLive={isLive} isRunStart={isRunStart} />
        </div>
      ) : (
        <Body item={item} view={view} isLive={isLive} isRunStart={isRunStart} />
      )}
      {item.end !== undefined && <Stepper fork={item.end} view={view} />}
    </>
  );
}

function Body({ item, view, isLive, isRunStart }: ItemProps & { isRunStart: boolean }) {
  const [event] = item.events;
  switch (item.kind) {
    case 'message':
      return event.type === 'user_message' ? (
        <OwnMessage event={event} view={view} />
      ) : (
        <AgentMessage event={event} view={view} isRunStart={isRunStart} />
      );
    case 'actions':
      return item.events.length === 1 ? <Action event={event} view={view} /> : <Block item={item} view={view} isLive={isLive} />;
    case 'notice':
      return <Notice events={item.events} view={view} />;
    case 'compaction':
      return <Compaction event={event} view={view} />;
    case 'subagent':
      return <Work item={item} view={view} />;
  }
}

function dayThatStarts(item: PageItem): string | undefined {
  const at = timeOf(item);
  return at !== null && startsDay(item, { locale }) ? dayWords(dayOf(at, new Date().toISOString(), { locale })) : undefined;
}

/** What a sub-agent did, where that is recorded in the conversation: one line that opens. */
function Work({ item, view }: { item: PageItem; view: View }) {
  const fold = workFold(item.events[0].id);
  const open = view.isOpen(fold);
  const messages = item.events.filter(({ type }) => type === 'user_message' || type === 'agent_message').length;
  const done = item.events.filter(isAction);
  const summary = [messages > 0 ? words.messages(messages) : '', done.length > 0 ? tallyWords(tally(done)) : ''];
  const head = (
    <>
      <Icon name="agent" />
      <span class="fold-name">{words.subagentWork()}</span>{' '}
      <span class="fold-summary">{summary.filter((part) => part !== '').join(' · ')}</span>{' '}
      <EventTime at={timeOf(item)} />
    </>
  );
  return (
    <div class="subagent-work">
      <Fold open={open} onToggle={() => view.actions.toggle(fold, !open)} head={head}>
        {open && subagentItems(item).map((inner) => <Item key={inner.position} item={inner} view={view} isLive={false} />)}
      </Fold>
    </div>
  );
}
