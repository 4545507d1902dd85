import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findDemo } from '../../../src/demo/findDemo';
import { makeDemo } from '../../../src/demo/makeDemo';
import { newDemo } from '../../../src/demo/newDemo';

describe('X26 The demo', () => {
  let base = '';
  const root = (): string => path.join(base, 'one');
  const filesBelow = (folder: string): readonly string[] =>
    fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));

  before(async () => {
    base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')));
    await makeDemo(root(), 'media/demo');
  });
  after(() => fs.rmSync(base, { recursive: true }));

  it('has a project, and histories that speak of it', () => {
    assert.ok(fs.existsSync(path.join(root(), 'project/src/tides.js')));
    const histories = filesBelow(path.join(root(), 'home')).map((file) => fs.readFileSync(file, 'utf8'));
    assert.equal(histories.length, 8);
    assert.ok(histories.filter((text) => text.includes(`"cwd":"${root()}/project"`)).length >= 7);
    for (const text of histories) assert.doesNotMatch(text, /\/home\/sam|2030-01-/);
  });

  it('is JSON throughout, in files named as the agents name them', () => {
    for (const file of filesBelow(path.join(root(), 'home'))) {
      for (const line of fs.readFileSync(file, 'utf8').trim().split('\n')) JSON.parse(line);
    }
    const names = filesBelow(path.join(root(), 'home')).map((file) => path.relative(path.join(root(), 'home'), file));
    const project = `${root()}/project`.replace(/[^A-Za-z0-9]/g, '-');
    const claude = new RegExp(`^\\.claude/projects/${project}/[0-9a-f-]{36}\\.jsonl$`);
    const codex = /^\.codex\/sessions\/(\d{4})\/(\d\d)\/(\d\d)\/rollout-\1-\2-\3T\d\d-\d\d-\d\d-[0-9a-f-]{36}\.jsonl$/;
    assert.equal(names.filter((name) => claude.test(name)).length, 4);
    assert.equal(names.filter((name) => codex.test(name)).length, 3);
  });

  it('happened just now, and in the days before', () => {
    const ages = filesBelow(path.join(root(), 'home')).map((file) => (Date.now() - fs.statSync(file).mtimeMs) / 3_600_000);
    assert.ok(Math.min(...ages) > 0 && Math.min(...ages) < 1);
    assert.ok(Math.max(...ages) > 24 * 7 && Math.max(...ages) < 24 * 14);
  });

  it('is known again by its project folder, with a home of its own', async () => {
    const project = path.join(root(), 'project');
    assert.deepEqual(await findDemo(['/elsewhere/app', project], [base]), { home: path.join(root(), 'home'), env: {} });
  });

  it('makes way for the next one after a day', async () => {
    const demos = path.join(root(), 'demos');
    const first = path.dirname((await newDemo(demos, 'media/demo')).folder);
    const second = path.dirname((await newDemo(demos, 'media/demo')).folder);
    fs.mkdirSync(path.join(demos, 'notes'));
    const earlier = new Date(Date.now() - 25 * 3_600_000);
    for (const folder of [second, path.join(demos, 'notes')]) fs.utimesSync(folder, earlier, earlier);
    const third = path.dirname((await newDemo(demos, 'media/demo')).folder);
    assert.deepEqual(fs.readdirSync(demos).sort(), [path.basename(first), path.basename(third), 'notes'].sort());
  });

  it('is not believed elsewhere, nor without its marker, nor with another', async () => {
    const project = path.join(root(), 'project');
    assert.equal(await findDemo([project], ['/elsewhere', `${base}-other`]), undefined);
    assert.equal(await findDemo(['/no/such/project'], [base]), undefined);
    const other = path.join(base, 'other');
    fs.mkdirSync(other);
    for (const marker of ['', '{}', '[]', '{"localix":"demo","version":2}']) {
      fs.writeFileSync(path.join(other, 'localix-demo.json'), marker);
      assert.equal(await findDemo([path.join(other, 'project')], [base]), undefined);
    }
  });
});
