import assert from 'node:assert/strict';
import { agentIds } from '../../../src/shared/agentId';
import { BlockSample } from '../../page/transcript/blockSamples';
import { Homes } from '../agents/adapterHome';

describe('The picture of a prompt', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const agent of agentIds) {
    it(`is found where ${agent} keeps it, and not at another event`, async () => {
      const sample = new BlockSample(agent, homes.empty());
      const { 'transcript.open': open, 'transcript.pictures': pictures } = sample.answers;
      assert.equal((await open?.({ part: null, branches: [] }))?.ok, true);
      const answer = await pictures?.({ part: null, position: 0 });
      assert.ok(answer?.ok);
      const [url = '', ...more] = answer.value;
      const png = Buffer.from(url.replace('data:image/png;base64,', ''), 'base64');
      // The head of a PNG: its width and height.
      assert.deepEqual([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20), more], ['PNG', 240, 96, []]);
      assert.deepEqual(await pictures?.({ part: null, position: 1 }), { ok: true, value: [] });
      sample.dispose();
    });
  }
});
