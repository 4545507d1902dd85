import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { mayImport, rules } from './rules';

/** What breaks the rules in the project at `baseDir`, a line each. */
async function broken(baseDir: string): Promise<string[]> {
  const folders = ['src', 'webview'].filter((folder) => fs.existsSync(path.join(baseDir, folder)));
  const { output } = await cruise(
    folders,
    { baseDir, validate: true, ruleSet: { forbidden: [...rules] }, tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
    { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.svg', '.d.ts'] },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from === to ? from : `${from} → ${to}`}`);
}

describe('Who may import whom', () => {
  it('is kept', async () => {
    assert.deepEqual(await broken(process.cwd()), []);
  });

  describe('is really checked:', () => {
    /** A made-up project in which every rule is broken, by the name of the rule: the file that breaks it and what it says. */
    const violations: Readonly<Record<string, readonly [file: string, text: string]>> = {
      ...Object.fromEntries(
        rules.slice(0, Object.keys(mayImport).length).map(({ name }, index) => [name, [`src/${Object.keys(mayImport)[index]}/greedy.ts`, "import '../extension';"]]),
      ),
      'every folder of src has a row in the table': ['src/stray/new.ts', "import '../core/text';"],
      'a page may import core, shared and its own': ['webview/chat/greedy.ts', "import type {} from '../../src/chats/rows';"],
      'a page never sees another page': ['webview/chat/nosy.ts', "import '../usage/table';"],
      'an agent never sees another agent': ['src/agents/codex/nosy.ts', "import type { A } from '../hermes/rows';"],
      'views never see the inside of an agent': ['src/views/nosy.ts', "export const rows = import('../agents/hermes/rows');"],
      'vscode only in workbench, views, app.ts and extension.ts': ['src/chats/window.ts', "import type { Uri } from 'vscode';"],
      'no Node built-in in core, shared and pages': ['src/shared/read.ts', "import fs from 'fs';"],
      'zod only in schema.ts': ['src/chats/parse.ts', "import * as z from 'zod';"],
      'of zod the small one: zod/mini': ['src/chats/schema.ts', "import * as z from 'zod';"],
      'pages get types, never schemas': ['webview/chat/check.ts', "import { checked } from '../../src/shared/schema';"],
      'the toolkit only in webview/shared': ['webview/chat/button.ts', "import { Button } from '@vscode/webview-ui-toolkit';"],
      'packages are named in package.json': ['src/store/odd.ts', "import odd from 'odd-package';"],
      'no cycles': ['src/chats/hen.ts', "import type { Egg } from './egg'; export interface Hen { egg: Egg }"],
      'no orphans: an entry point reaches every file': ['src/core/forgotten.ts', 'export const forgotten = 1;'],
    };
    const others: Readonly<Record<string, string>> = {
      'package.json': '{}',
      'node_modules/odd-package/package.json': '{ "name": "odd-package", "main": "index.js" }',
      'node_modules/odd-package/index.js': '',
      'src/extension.ts': '',
      'src/core/text.ts': '',
      'src/views/fine.ts': "import '../workbench/port'; import * as vscode from 'vscode'; import fs from 'node:fs';",
      'src/workbench/port.ts': "import '../core/text';",
      'src/chats/rows.ts': '',
      'src/chats/egg.ts': "import type { Hen } from './hen'; export interface Egg { hen: Hen }",
      'src/agents/hermes/rows.ts': '',
      'src/shared/schema.ts': 'export const checked = 1;',
      'webview/usage/table.ts': '',
    };
    let root: string;
    let found: string[];

    before(async () => {
      root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'localix-rules-'));
      for (const [file, text] of [...Object.values(violations), ...Object.entries(others)]) {
        fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
        fs.writeFileSync(path.join(root, file), text);
      }
      found = await broken(root);
    });
    after(() => fs.rmSync(root, { recursive: true }));

    for (const { name } of rules) {
      it(name, () => {
        const [file] = violations[name] ?? [];
        assert.ok(file, `No violation is made up for "${name}"`);
        assert.ok(
          found.some((line) => line.startsWith(`${name}: `) && line.includes(file)),
          `${file} was not noticed. Noticed were:\n${found.join('\n')}`,
        );
      });
    }

    it('and what is allowed is not complained about', () => {
      const complaints = found.filter((line) => /fine\.ts|port\.ts/.test(line) && !line.startsWith('no orphans'));
      assert.deepEqual(complaints, []);
    });
  });
});
