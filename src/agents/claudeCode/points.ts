import type { Point } from '../../transcript/branches';
import type { Node } from './tree';

type Place = { -readonly [Field in keyof Point]: Point[Field] };

/**
 * Where the records of a transcript stand in its conversation, by their uuids. Each prompt and each reply is a point; whatever else
 * hangs from it stands there too: parallel calls put the records of one reply, and their results, beside one another.
 */
export function pointsOf(nodes: readonly Node[]): ReadonlyMap<string, Point> {
  const main = nodes.filter((node) => !node.isSidechain);
  const places = new Map(main.map((node, place) => [node.uuid, place]));
  const replies = new Map<string, Place>();
  const points = new Map<string, Place>();
  for (const [place, node] of main.entries()) {
    const parent = node.parent === null ? undefined : places.get(node.parent);
    // A parent that was lost, or that comes later (in a fork of a compacted session): the conversation goes on from the record before.
    const before = node.parent === null ? undefined : main[parent !== undefined && parent < place ? parent : place - 1];
    const stood = before === undefined ? undefined : points.get(before.uuid);
    const said = node.reply === undefined ? undefined : replies.get(node.reply.key);
    const isMessage = node.kind === 'prompt' || node.kind === 'reply';
    const point = said ?? (isMessage ? { after: stood ?? null } : stood);
    if (point === undefined) continue;
    points.set(node.uuid, point);
    if (node.reply !== undefined) replies.set(node.reply.key, point);
  }
  return points;
}
