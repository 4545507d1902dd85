import assert from 'node:assert/strict';
import { commands, env, TabInputWebview, Uri, window } from 'vscode';
import { chatFace, type ChatFacts } from '../../src/views/chatNodes';
import { chatLink, openLink } from '../../src/views/chatLinks';
import { markOf } from '../../src/views/chatMarks';
import { chat, linkedTo } from '../unit/chats/sampleChats';

const now = new Date('2026-11-30T12:00:00Z');
const facts: ChatFacts = { at: Date.UTC(2026, 10, 30, 9), isWorking: false, isRunning: false, isOpen: false, children: 0 };

describe('P4 A row of the Localix tab', () => {
  it('has its title and when it was active', () => {
    const { title, description, spoken } = chatFace(chat(1, { title: 'Plan (fork 2) (fork 7)' }), facts, now);
    assert.deepEqual([title, description, spoken], ['Plan (fork 7)', '3h ago', 'Plan (fork 7), 3h ago']);
    assert.equal(chatFace(chat(1, { title: null }), facts, now).title, 'New chat');
  });

  it('tells of its children while it is folded', () => {
    assert.equal(chatFace(chat(1), { ...facts, children: 7 }, now).description, '(7) · 3h ago');
    assert.equal(chatFace(chat(1), { ...facts, children: 7, isOpen: true }, now).description, '3h ago');
  });

  it('says to a screen reader all that its icons and marks show', () => {
    const busy = chat(2, { kind: 'worker', link: linkedTo('codex', '1'), isUnread: true, isPinned: true, archivedAt: 1 });
    assert.equal(chatFace(busy, { ...facts, isRunning: true, isWorking: true, children: 1 }, now).spoken, 'Chat 2, worker, Codex, working, unread, pinned, archived, 1 chat, 3h ago');
  });

  it('says to the menus what it is', () => {
    const context = (facts2: Parameters<typeof chat>[1]): string => chatFace(chat(1, facts2), facts, now).context;
    assert.equal(context({}), 'chat');
    assert.equal(context({ isPinned: true, isUnread: true, archivedAt: 1, link: linkedTo('codex', '1') }), 'chat.pinned.archived.unread.linked.codex');
    assert.equal(context({ link: linkedTo('claude-code') }), 'chat.pending.claude-code');
  });

  it('has one mark, of what presses most', () => {
    const all = { terminalEnd: 'failed', isUnread: true, isPinned: true } as const;
    const badge = (facts2: Parameters<typeof chat>[1]): string | undefined => markOf(chat(1, facts2))?.badge;
    assert.deepEqual([badge(all), badge({ ...all, terminalEnd: null }), badge({ isPinned: true }), badge({ terminalEnd: 'stopped' }), badge({})], ['!', '●', '⚲', undefined, undefined]);
  });
});

describe('P2 Links', () => {
  it('name a chat', () => assert.match(chatLink('LOCALIX-7').toString(), /^[\w-]+:\/\/localix\.localix\/chat\/LOCALIX-7$/));

  const tabsOf = (page: string) => window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(page));
  const counted = async (page: string, count: number): Promise<void> => {
    while (tabsOf(page).length !== count) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  it('to a session open its transcript', async () => {
    await openLink(Uri.parse('vscode://localix.localix/session/codex/of-a-link'));
    await counted('localix.transcript', 1);
    await window.tabGroups.close(tabsOf('localix.transcript'));
  });

  it('to a chat open its page, also when it is there already, and those to no chat open none', async () => {
    await commands.executeCommand('localix.newChat');
    await counted('localix.chat', 1);
    await commands.executeCommand('localix.copyChatLink', 'LOCALIX-1');
    const link = await env.clipboard.readText();
    assert.equal(link, chatLink('LOCALIX-1').toString());
    await openLink(Uri.parse(link));
    await window.tabGroups.close(tabsOf('localix.chat'));
    await counted('localix.chat', 0);
    await openLink(Uri.parse(link));
    await counted('localix.chat', 1);
    for (const none of ['chat/LOCALIX-999', 'chat/LOCALIX-1/more', 'chat/PRJ-1', '']) void openLink(Uri.parse(`vscode://localix.localix/${none}`));
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(tabsOf('localix.chat').length, 1);
    await window.tabGroups.close(tabsOf('localix.chat'));
  });
});
