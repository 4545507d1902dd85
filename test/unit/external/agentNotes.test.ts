import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import type { Place } from '../../../src/agents/agent';
import { AgentNotes } from '../../../src/external/agentNotes';
import { made, tempFolder } from '../projects/tempFolder';

const nothing = { copied: [], notCopied: [], untrusted: [] };

describe('P3 What agents keep by the path follows a moved project', () => {
  const at = tempFolder();
  const from = (): string => at('work', 'my_app.v2');
  const to = (): string => at('work', 'web');
  const notes = (place: Partial<Place> = {}): AgentNotes => new AgentNotes({ agents, place: { home: at('home'), env: {}, ...place }, log: () => undefined });
  /** As Claude Code 2.1 names a folder: what is no letter or digit is a dash. */
  const memoryOf = (folder: string, root = at('home', '.claude')): string => path.join(root, 'projects', folder.replace(/[/._]/g, '-'), 'memory');
  const remember = (folder: string, text: string, root?: string): void => fs.writeFileSync(path.join(made(memoryOf(folder, root)), 'MEMORY.md'), text);
  const recall = (folder: string, root?: string): string => fs.readFileSync(path.join(memoryOf(folder, root), 'MEMORY.md'), 'utf8');
  const trust = (folders: readonly string[], file = at('home', '.claude.json')): void => {
    made(path.dirname(file));
    fs.writeFileSync(file, JSON.stringify({ projects: Object.fromEntries(folders.map((folder) => [folder, { hasTrustDialogAccepted: true }])) }));
  };

  it('Claude Code\'s memory is copied, and the old one stays', async () => {
    remember(from(), 'Use tabs.');
    assert.deepEqual(await notes().follow(from(), made(to())), { ...nothing, copied: ['Claude Code'] });
    assert.equal(recall(to()), 'Use tabs.');
    assert.equal(recall(from()), 'Use tabs.');
  });

  it('a memory of the new folder stays as it is', async () => {
    remember(from(), 'Use tabs.');
    remember(to(), 'Use blanks.');
    assert.deepEqual(await notes().follow(from(), to()), nothing);
    assert.equal(recall(to()), 'Use blanks.');
  });

  it('where the agent\'s files were moved, it is there', async () => {
    const root = at('config');
    remember(from(), 'Use tabs.', root);
    trust([from()], path.join(root, '.claude.json'));
    assert.deepEqual(await notes({ env: { CLAUDE_CONFIG_DIR: root } }).follow(from(), to()), { ...nothing, copied: ['Claude Code'], untrusted: ['Claude Code'] });
    assert.equal(recall(to(), root), 'Use tabs.');
  });

  it('a folder reached through a link has the memory of the folder itself', async () => {
    remember(from(), 'Use tabs.');
    fs.symlinkSync(made(to()), at('link'));
    assert.deepEqual(await notes().follow(from(), at('link')), { ...nothing, copied: ['Claude Code'] });
    assert.equal(recall(to()), 'Use tabs.');
  });

  it('a path whose folder\'s name can\'t be told is left alone', async () => {
    remember(from(), 'Use tabs.');
    const before = fs.readdirSync(at('home', '.claude', 'projects'));
    assert.deepEqual(await notes().follow(from(), at('long'.repeat(60))), nothing);
    assert.deepEqual(fs.readdirSync(at('home', '.claude', 'projects')), before);
  });

  it('trust is told and never written', async () => {
    trust([from()]);
    const before = fs.readFileSync(at('home', '.claude.json'), 'utf8');
    assert.deepEqual(await notes().follow(from(), to()), { ...nothing, untrusted: ['Claude Code'] });
    assert.equal(fs.readFileSync(at('home', '.claude.json'), 'utf8'), before);
  });

  it('nothing is told of trust when both are trusted, or neither, or nothing can be read', async () => {
    assert.deepEqual(await notes().follow(from(), to()), nothing);
    for (const trusted of [[from(), to()], [to()], []]) {
      trust(trusted);
      assert.deepEqual(await notes().follow(from(), to()), nothing);
    }
    fs.writeFileSync(at('home', '.claude.json'), '{"projects": [');
    assert.deepEqual(await notes().follow(from(), to()), nothing);
  });

  it('a memory that can\'t be copied is told, and its reason logged', async () => {
    const lines: string[] = [];
    remember(from(), 'Use tabs.');
    // A file where the folder of the new path's sessions would be.
    fs.writeFileSync(path.dirname(memoryOf(to())), '');
    const agentNotes = new AgentNotes({ agents, place: { home: at('home'), env: {} }, log: (line) => lines.push(line) });
    assert.deepEqual(await agentNotes.follow(from(), to()), { ...nothing, notCopied: ['Claude Code'] });
    assert.equal(lines.length, 1);
  });
});
