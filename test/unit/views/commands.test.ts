import assert from 'node:assert/strict';
import fs from 'node:fs';
import manifest from '../../../package.json';
import words from '../../../package.nls.json';
import { agents } from '../../../src/agents/registry';
import { agentNames } from '../../../src/shared/agentId';
import { commandIds } from '../../../src/views/commands';

const { contributes } = manifest;
const known: ReadonlySet<string> = new Set(commandIds);

describe('The manifest', () => {
  it('has exactly the commands of the code', () => {
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), [...commandIds].sort());
  });

  it('puts only commands into menus that there are', () => {
    const used = Object.values(contributes.menus).flatMap((menu) => menu.map(({ command }) => command));
    assert.deepEqual(used.filter((command) => !known.has(command)), []);
  });

  it('links only to commands that there are, in every welcome text', () => {
    const texts = Object.values(words).flatMap((text) => [...text.matchAll(/\(command:(localix\.\w+)/g)].map(([, command]) => command ?? ''));
    assert.ok(texts.length > 0);
    assert.deepEqual(texts.filter((command) => !known.has(command)), []);
  });

  it('has words for all its keys, and no words that nobody uses', () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(words).sort());
  });

  it('names only pictures that there are', () => {
    const files = [...JSON.stringify(manifest).matchAll(/"(media\/[^"]+)"/g)].map(([, file]) => file ?? '');
    assert.deepEqual(files.filter((file) => !fs.existsSync(file)), []);
  });

  it('gives a row of every agent its icon, its own way in, and its setting', () => {
    const rowMenu = contributes.menus['view/item/context'];
    for (const { id, capabilities } of agents) {
      for (const theme of ['light', 'dark']) assert.ok(fs.existsSync(`media/agents/${theme}/${id}.svg`), `${theme} icon of ${id}`);
      const own = rowMenu.filter(({ when }) => when.endsWith(`\\.${id}$/`)).map(({ command }) => command.replace(/In[A-Z]\w+$/, ''));
      assert.deepEqual(own, ['localix.open', 'localix.open', ...(capabilities.canFork ? ['localix.fork'] : [])], `menu of ${id}`);
      assert.ok(id in contributes.configuration.properties['localix.executables'].properties, `setting of ${id}`);
    }
  });

  it('tells a person with nothing to show about every agent, with the folder of its history', () => {
    for (const text of [words['welcome.external.noAgents'], words['welcome.external.noSessions']]) {
      for (const agent of agents) {
        const named = new RegExp(`^${agentNames[agent.id]}: ~(.+)$`, 'm').exec(text)?.[1] ?? 'nothing';
        const roots = agent.roots({ home: '/home/dev', env: {} }).filter(({ shown }) => shown);
        assert.ok(roots.some(({ path }) => `${path}/`.startsWith(`/home/dev${named}/`)), `${agent.id}: ${named}`);
      }
    }
  });

  it('hides what only makes sense on a row from the palette', () => {
    const hidden = contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
    const ofRows = new Set(['showMore', 'refreshHost', 'stopHost', 'showAllChats', 'useFoundFolder', 'tryFolderAgain', 'makeProject'].map((name) => `localix.${name}`));
    assert.deepEqual(hidden.sort(), commandIds.filter((id) => ofRows.has(id) || /^localix\.(open|fork)In/.test(id)).sort());
  });
});
