import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';

/** The modules whose code `entry` brings into its bundle. */
async function modulesOf(entry: string): Promise<string[]> {
  const { metafile } = await esbuild.build({ entryPoints: [entry], bundle: true, metafile: true, write: false, outdir: 'dist', platform: 'node', external: ['vscode', 'node-pty'] });
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])));
}

/** Of the agents, what the main thread may hold: their programs, where their histories lie, here and on hosts, and what they keep by a folder. */
const ofPrograms = /^src\/agents\/(?:programs|hostPlace|hostResume|\w+\/(?:program|launch|commands|locate|homes|folderNotes))\.ts$/;

describe('The main thread of the extension', () => {
  it('loads nothing that reads histories: that is for other threads', async () => {
    const main = await modulesOf('src/extension.ts');
    assert.ok(main.includes('src/agents/codex/program.ts'));
    assert.deepEqual(main.filter((file) => file.startsWith('src/agents/') && !ofPrograms.test(file)), []);
    assert.ok((await modulesOf('src/workers/scanWorker.ts')).includes('src/agents/codex/read.ts'));
  });
});
