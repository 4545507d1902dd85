import { useEffect, useState } from 'preact/hooks';
import type { UsageContract, UsageFocus, UsageQuery, UsageSessions, UsageView } from '../../src/shared/usageContract';
import type { Bridge } from '../shared/bridge';

export interface Usage {
  readonly view: UsageView | undefined;
  readonly sessions: UsageSessions | undefined;
  readonly failed: boolean;
  retry(): void;
}

/** What the host has for what is chosen; asked for again when it says that there is more. */
export function useUsage(bridge: Bridge<UsageContract>, query: UsageQuery, focus: UsageFocus): Usage {
  const [view, setView] = useState<UsageView>();
  const [sessions, setSessions] = useState<UsageSessions>();
  const [viewFailed, setViewFailed] = useState(false);
  const [sessionsFailed, setSessionsFailed] = useState(false);
  /** How often the host had something new. */
  const [news, setNews] = useState(0);

  useEffect(() => {
    const changes = bridge.on('usage.changed', ({ counting, hasNew }) => {
      setView((shown) => shown && { ...shown, counting });
      if (hasNew) setNews((count) => count + 1);
    });
    return () => changes.dispose();
  }, [bridge]);
  useEffect(() => latest(bridge.request('usage.view', { query }), setView, setViewFailed), [bridge, query, news]);
  useEffect(() => latest(bridge.request('usage.sessions', { query, focus }), setSessions, setSessionsFailed), [bridge, query, focus, news]);
  return { view, sessions, failed: viewFailed || sessionsFailed, retry: () => setNews((count) => count + 1) };
}

/** Takes an answer unless another question was asked meanwhile: what is returned says so. */
function latest<T>(answer: Promise<T>, take: (value: T) => void, setFailed: (failed: boolean) => void): () => void {
  let isAwaited = true;
  answer.then(
    (value) => isAwaited && (take(value), setFailed(false)),
    () => isAwaited && setFailed(true),
  );
  return () => {
    isAwaited = false;
  };
}
