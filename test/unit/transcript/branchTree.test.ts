import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chosen, type Fork } from '../../../src/shared/fork';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { type Point, withBranches } from '../../../src/transcript/branches';
import { BranchTree, type Path } from '../../../src/transcript/branchTree';
import type { Transcript } from '../../../src/transcript/model';

function event(id: string, isActive: boolean): TranscriptEvent {
  return { id, type: 'agent_message', at: null, author: null, text: id, on_active_branch: isActive, source: { file: 'f', line: 1 } };
}

/** Events by name, each with the one that it goes on from; those that a resume does not go on from are in brackets. */
function conversation(...lines: readonly (readonly [name: string, after: string | null])[]): Pick<Transcript, 'events' | 'branches'> {
  const points = new Map<string, { after: Point | null }>();
  const bare = (name: string): string => name.replace(/[()]/g, '');
  for (const [name] of lines) points.set(bare(name), { after: null });
  for (const [name, after] of lines) (points.get(bare(name)) as { after: Point | null }).after = after === null ? null : (points.get(after) ?? null);
  return withBranches(lines.map(([name]) => event(bare(name), name === bare(name))), ({ id }) => points.get(id));
}

/** The names along a path, with `‹shown of all›` where the conversation parts. */
function course(transcript: Pick<Transcript, 'events' | 'branches'>, choices: readonly string[] = []): string {
  const { positions, forks, end, isCurrent } = new BranchTree(transcript).path(choices);
  const mark = (fork: Fork | null | undefined): string[] => (fork ? [`‹${String(fork.shown + 1)} of ${String(fork.branches.length)}›`] : []);
  const words = positions.flatMap((position, index) => [...mark(forks.get(index)), (transcript.events[position] as TranscriptEvent).id]);
  return [...words, ...mark(end), ...(isCurrent ? [] : ['(left)'])].join(' ');
}

describe('A1 the branches of a conversation', () => {
  const nested = conversation(['a', null], ['(b)', 'a'], ['(c)', 'b'], ['(d)', 'b'], ['e', 'a'], ['f', 'e']);

  it('is one way where it never parts', () => {
    const straight = conversation(['a', null], ['b', 'a']);
    assert.equal(straight.branches, undefined);
    assert.equal(course(straight), 'a b');
  });

  it('shows the active branch at first, and others by choice, also inside one another', () => {
    assert.deepEqual(nested.branches, [
      { id: 'a', parent: null }, { id: 'b', parent: 'a' }, { id: 'c', parent: 'b' }, { id: 'd', parent: 'b' }, { id: 'e', parent: 'a' },
    ]);
    assert.equal(course(nested), 'a ‹2 of 2› e f');
    assert.equal(course(nested, ['b']), 'a ‹1 of 2› b ‹2 of 2› d (left)');
    assert.equal(course(nested, ['c', 'b']), 'a ‹1 of 2› b ‹1 of 2› c (left)');
    assert.equal(course(nested, ['c', 'd', 'b', 'nothing of it']), 'a ‹1 of 2› b ‹2 of 2› d (left)');
    assert.deepEqual(new BranchTree(nested).choicesTo(2), ['a', 'b', 'c']);
  });

  it('ends where the last turn was taken back and nothing follows yet', () => {
    const undone = conversation(['a', null], ['(b)', 'a'], ['(c)', 'b']);
    assert.equal(course(undone), 'a ‹2 of 2›');
    assert.equal(course(undone, ['b']), 'a ‹1 of 2› b c (left)');
  });

  it('shows what is left of a conversation that was taken back whole', () => {
    assert.equal(course(conversation(['(a)', null], ['(b)', 'a'])), '‹1 of 1› a b (left)');
  });

  it('parts at its beginning too', () => {
    assert.equal(course(conversation(['(a)', null], ['b', null])), '‹2 of 2› b');
  });

  it('goes through what a compaction replaced, which is no branch', () => {
    assert.equal(course(conversation(['(a)', null], ['(b)', 'a'], ['c', 'b'])), 'a b c');
  });

  it('keeps what is active on one way, and stands circles, whatever an adapter says', () => {
    assert.equal(course(conversation(['a', null], ['b', 'a'], ['c', 'a'], ['d', 'c'])), 'a b c d');
    assert.equal(course(conversation(['a', 'c'], ['b', 'a'], ['c', 'b'])), 'a b c');
  });

  it('forgets a choice of the current branch: it may be another when the conversation goes on', () => {
    const fork: Fork = { branches: ['b', 'e', null], shown: 0, current: 2 };
    assert.deepEqual(chosen(['x', 'b'], fork, 1), ['x', 'e']);
    assert.deepEqual(chosen(['x', 'b'], fork, 2), ['x']);
  });
});

/** Any conversation: each event goes on from one before it or none, the last active one and those before it are active. */
const anyConversation = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { maxLength: 40 }).chain((steps) =>
  fc.nat({ max: steps.length }).map((leaf) => {
    const points: Point[] = [];
    for (const [from, isFork, isSame] of steps) {
      const last = points.at(-1) ?? null;
      if (isSame === 0 && last !== null) points.push(last);
      else points.push({ after: isFork > 1 ? last : (points[from % (points.length + 1)] ?? null) });
    }
    const active = new Set<Point>();
    for (let at: Point | null = points[leaf] ?? null; at !== null; at = at.after) active.add(at);
    const events = points.map((point, index) => event(`e${String(index)}`, active.has(point)));
    return { points, told: withBranches(events, (_, index) => points[index]) };
  }),
);

describe('A1 every conversation with branches', () => {
  /** All paths, by stepping through every fork that shows. */
  function allPaths(tree: BranchTree): Path[] {
    const paths = new Map<string, Path>();
    const open: (readonly string[])[] = [[]];
    for (let choices = open.pop(); choices !== undefined; choices = open.pop()) {
      const path = tree.path(choices);
      if (paths.has(path.name)) continue;
      paths.set(path.name, path);
      for (const fork of [...path.forks.values(), ...(path.end === null ? [] : [path.end])]) {
        for (const [index] of fork.branches.entries()) open.push(chosen(choices, fork, index));
      }
    }
    return [...paths.values()];
  }

  it('has each event on a path that steps lead to, and each path in order, every event after what it goes on from', () => {
    fc.assert(
      fc.property(anyConversation, ({ points, told }) => {
        const tree = new BranchTree(told);
        const paths = allPaths(tree);
        assert.deepEqual([...new Set(paths.flatMap(({ positions }) => positions))].sort((a, b) => a - b), points.map((_, index) => index));
        for (const { positions } of paths) {
          for (const [index, position] of positions.entries()) {
            const before = positions[index - 1];
            const [point, last] = [points[position] as Point, before === undefined ? null : (points[before] as Point)];
            assert.ok(point === last || point.after === last);
            assert.ok(before === undefined || before < position);
          }
        }
        const [first] = [tree.path([])];
        const active = told.events.flatMap(({ on_active_branch: isActive }, index) => (isActive ? [index] : []));
        if (active.length > 0) assert.deepEqual([first.positions, first.isCurrent], [active, true]);
        for (const index of points.keys()) assert.ok(tree.path(tree.choicesTo(index)).positions.includes(index));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the names of its branches, and what is chosen, while it grows', () => {
    fc.assert(
      fc.property(anyConversation, fc.nat(), ({ points, told }, cut) => {
        const count = cut % (points.length + 1);
        const before = withBranches(told.events.slice(0, count).map(({ branch: _, ...rest }) => rest), (_, index) => points[index]);
        const names = new Set(told.branches?.map(({ id }) => id));
        if (before.branches === undefined) return;
        for (const { id } of before.branches) assert.ok(names.has(id));
      }),
    );
  });
});
