import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MessageLog } from '../../../../src/agents/gemini/messageLog';

type Step = { set: string } | { replace: string[] } | { rewind: string } | { add: true };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ set: id }) },
  fc.record({ replace: fc.array(id, { maxLength: 6 }) }),
  fc.record({ rewind: id }),
  fc.record({ add: fc.constant(true as const) }),
);

describe('X21 folding a session log', () => {
  it('keeps as active exactly what the agent would load, and every message once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const log = new MessageLog<number>();
        // The agent's own rules, in the simplest way: a map in order of first occurrence.
        let loaded = new Map<string, number>();
        const everSeen = new Set<string>();
        let others = 0;
        for (const [index, each] of steps.entries()) {
          if ('set' in each) {
            log.set(each.set, index);
            loaded.set(each.set, index);
            everSeen.add(each.set);
          } else if ('replace' in each) {
            log.replace(each.replace.map((name) => ({ id: name, value: index })));
            loaded = new Map(each.replace.map((name) => [name, index]));
            for (const name of each.replace) everSeen.add(name);
          } else if ('rewind' in each) {
            log.rewindTo(each.rewind);
            const names = [...loaded.keys()];
            const from = names.indexOf(each.rewind);
            for (const name of names.slice(Math.max(0, from))) loaded.delete(name);
          } else {
            log.add(index);
            others++;
          }
        }
        const active = log.all.filter((entry) => entry.active && entry.id !== undefined);
        assert.deepEqual(active.map((entry) => [entry.id, entry.value]), [...loaded]);
        assert.equal(log.all.filter((entry) => entry.id === undefined).length, others);
        const ids = log.all.flatMap((entry) => entry.id ?? []);
        assert.deepEqual([...ids].sort(), [...everSeen].sort());
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves replaced messages before the ones that took their place', () => {
    const log = new MessageLog<string>();
    for (const name of ['context', 'one', 'two', 'three']) log.set(name, name);
    log.replace(['context', 'summary', 'three'].map((name) => ({ id: name, value: name })));
    log.set('four', 'four');
    assert.deepEqual(log.all.map((entry) => [entry.id, entry.active]), [
      ['context', true], ['one', false], ['two', false], ['summary', true], ['three', true], ['four', true],
    ]);
  });
});
