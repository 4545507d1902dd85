import { useEffect, useRef, useState } from 'preact/hooks';
import type { UsageContract, UsageFocus, UsageQuery } from '../../src/shared/usageContract';
import type { UsagePageState } from '../../src/shared/usagePageState';
import type { Bridge } from '../shared/bridge';
import { Button } from '../shared/button';
import { showLogLink } from '../shared/commandLinks';
import { Bars } from './bars';
import { Breakdown } from './breakdown';
import { Cards } from './cards';
import { Controls } from './controls';
import { Heat } from './heat';
import { Notes } from './notes';
import { SessionTable } from './sessionTable';
import { Tabs } from './tabs';
import { useUsage } from './useUsage';
import { words } from './words';

/** A figure whose sessions are listed, with what it is called. */
export interface Focus {
  readonly of: UsageFocus;
  readonly label: string;
}

const everything: Focus = { of: {}, label: '' };

/** The whole page. */
export function App({ bridge, state }: { bridge: Bridge<UsageContract>; state: UsagePageState }) {
  const [tab, setTab] = useState(state.tab);
  const [query, setQuery] = useState(state.query);
  const [focus, setFocus] = useState(everything);
  const [status, setStatus] = useState('');
  const list = useRef<HTMLHeadingElement>(null);
  const { view, sessions, failed, retry } = useUsage(bridge, query, focus.of);

  useEffect(() => bridge.keep({ tab, query } satisfies UsagePageState), [bridge, tab, query]);

  const ask = (next: UsageQuery): void => {
    setQuery(next);
    setFocus(everything);
  };
  const show = (of: UsageFocus, label: string): void => {
    setFocus({ of, label });
    list.current?.focus();
    list.current?.scrollIntoView({ block: 'start' });
  };
  const open = async (key: string): Promise<void> => {
    const answer = await bridge.request('usage.open', { key });
    setStatus(answer.ok ? '' : words.gone());
  };
  const exportAs = async (format: 'csv' | 'json'): Promise<void> => {
    const answer = await bridge.request('usage.export', { query, format });
    if (!answer.ok) setStatus(words.exportFailed(answer.detail));
    else setStatus(answer.value === null ? '' : words.exported(answer.value));
  };

  return (
    <>
      <header class="head">
        <h1>{words.title()}</h1>
        <Tabs tab={tab} onChange={setTab} />
      </header>
      <main>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'localix' ? (
            <div class="empty">
              <p class="what">{words.noChats()}</p>
              <p>{words.noChatsNext()}</p>
            </div>
          ) : failed ? (
            <div class="empty">
              <p class="what" role="alert">
                {words.pageFailed()}
              </p>
              <Button onClick={retry}>{words.tryAgain()}</Button>
              <p>
                <a href={showLogLink}>{words.showLog()}</a>
              </p>
            </div>
          ) : view === undefined ? (
            <p role="status">{words.loading()}</p>
          ) : (
            <>
              <Controls view={view} query={query} onChange={ask} />
              <Notes
                view={view}
                onStop={() => void bridge.request('usage.stop', {})}
                onCount={() => void bridge.request('usage.count', {})}
                onShowUnknown={() => show({ unknown: true }, words.unknown())}
                onShowUndated={() => show({ undated: true }, words.withoutTime())}
              />
              <Cards view={view} onShow={(label) => show({}, label)} />
              {view.bars.some(({ parts }) => parts.length > 0) && <Bars view={view} onShow={show} />}
              <div class="columns">
                <Breakdown by="agent" groups={view.groups.agent} onShow={show} />
                <Breakdown by="project" groups={view.groups.project} onShow={show} />
                <Breakdown by="model" groups={view.groups.model} onShow={show} />
              </div>
              <Heat heat={view.heat} today={view.today} onShow={(day) => ask({ ...query, period: 'custom', custom: { since: day, until: day } })} />
              <SessionTable sessions={sessions} label={focus.label} heading={list} onOpen={(key) => void open(key)} onShowAll={() => setFocus(everything)} />
              <div class="foot">
                <Button onClick={() => void exportAs('csv')}>{words.exportAs('CSV')}</Button>
                <Button onClick={() => void exportAs('json')}>{words.exportAs('JSON')}</Button>
                <p role="status">{status}</p>
              </div>
            </>
          )}
        </div>
      </main>
    </>
  );
}
