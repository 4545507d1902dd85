import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/events';
import type { ChatId } from '../../../src/core/ids';
import { ok } from '../../../src/core/result';
import type { Session } from '../../../src/external/session';
import type { SessionKey } from '../../../src/shared/agentId';
import type { Chat } from '../../../src/store/rows';
import { ChatActivity } from '../../../src/terminals/chatActivity';
import type { TerminalNews } from '../../../src/terminals/terminals';
import { chat, linkedTo } from '../chats/sampleChats';
import { session } from '../external/sessions';

describe('X7 X15 What the sessions behind chats do', () => {
  const changedChats = new Emitter<readonly ChatId[]>();
  const changed = new Emitter<void>();
  const recorded = new Emitter<SessionKey>();
  const heard = new Emitter<TerminalNews>();
  const live = new Set<string>();
  let chats: Chat[] = [];
  let sessions: Session[] = [];
  let read: SessionKey[] = [];
  let titled: [ChatId, string][] = [];
  let touched: [ChatId, number][] = [];
  let activity: ChatActivity;

  const linked = chat(1, { title: 'As begun', isTitledByPerson: false, link: linkedTo('codex', 'a'), activeAt: Date.UTC(2026, 5, 1) });
  beforeEach(() => {
    [chats, sessions, read, titled, touched] = [[linked], [session('a', { title: 'As begun', lastActivityAt: '2026-06-02T00:00:00.000Z' })], [], [], []];
    activity = new ChatActivity({
      chats: {
        all: () => chats,
        ofNative: (key) => chats.find(({ link }) => `${link?.agent}:${link?.nativeId}` === key),
        onDidChange: changedChats.event,
        followTitle: (id, title) => Promise.resolve(titled.push([id, title])).then(() => ok(null)),
        touch: (id, at) => Promise.resolve(touched.push([id, at])).then(() => ok(null)),
      },
      external: {
        get: (key) => sessions.find((one) => one.key === key),
        find: (key) => Promise.resolve(void read.push(key)).then(() => undefined),
        onDidChange: changed.event,
        onDidChangeTranscript: recorded.event,
      },
      terminals: { isLiveHere: (key) => live.has(key), onDidHear: heard.event },
    });
  });
  afterEach(() => activity.dispose());

  it('is read once there is a chat that stands for one', () => {
    chats = [chat(2), chat(3, { link: linkedTo('codex') })];
    changedChats.fire([]);
    assert.deepEqual(read, []);
    chats = [linked];
    changedChats.fire([]);
    changedChats.fire([]);
    assert.deepEqual(read, ['codex:a']);
  });

  it('is when they were last active, if that is later', () => {
    assert.equal(activity.lastOf(linked), Date.UTC(2026, 5, 2));
    assert.equal(activity.lastOf({ ...linked, activeAt: Date.UTC(2026, 5, 3) }), Date.UTC(2026, 5, 3));
    assert.equal(activity.lastOf(chat(2)), chat(2).activeAt);
  });

  it('is work while a running one is written to', () => {
    recorded.fire('codex:a');
    assert.deepEqual(activity.of(linked), { isRunning: false, isWorking: false });
    sessions = [{ ...session('a'), running: true }];
    assert.deepEqual(activity.of(linked), { isRunning: true, isWorking: true });
    recorded.fire('codex:of-no-chat');
    assert.deepEqual(activity.of(chat(2, { link: linkedTo('codex', 'of-no-chat') })), { isRunning: false, isWorking: false });
  });

  it('are running while the chat\'s terminal is, whatever their agents leave to be seen', () => {
    const begun = chat(2, { link: linkedTo('opencode') });
    let changes = 0;
    activity.onDidChange(() => changes++);
    live.add('LOCALIX-2');
    heard.fire({ key: 'LOCALIX-2', end: null });
    assert.deepEqual([activity.of(begun), activity.of(linked).isRunning, changes], [{ isRunning: true, isWorking: false }, false, 1]);
    live.clear();
    heard.fire({ key: 'LOCALIX-2', end: 'stopped' });
    assert.deepEqual([activity.of(begun).isRunning, changes], [false, 2]);
  });

  it('gives a chat its title, once, unless the person gave one', () => {
    changed.fire();
    assert.deepEqual(titled, []);
    sessions = [session('a', { title: 'Renamed' })];
    changed.fire();
    changed.fire();
    assert.deepEqual(titled, [['LOCALIX-1', 'Renamed']]);
    chats = [{ ...linked, isTitledByPerson: true }];
    sessions = [session('a', { title: 'Renamed again' })];
    changed.fire();
    assert.equal(titled.length, 1);
  });

  it('moves no time by being looked at', () => {
    changed.fire();
    activity.of(linked);
    activity.lastOf(linked);
    assert.deepEqual(touched, []);
  });
});
