import type { Place } from '../agents/agent';
import { ok, type Result } from '../core/result';
import { Files } from '../platform/files';
import { BytesMissing, type Guard } from '../platform/mirror/guard';
import type { AgentId } from '../shared/agentId';
import type { ExportCode, ExportFormat } from '../shared/exporting';
import { findExport } from './exporting';
import { Hosts } from './hosts';

/** What is exported, be it from this machine or from a host. */
interface Task {
  readonly agent: AgentId;
  readonly place: Place;
  readonly id: string;
  readonly format: ExportFormat;
}

/** How often a session is copied that changes on its host meanwhile. */
const attempts = 3;

/**
 * Exports a session with `write`. One of a host is copied whole first, by reading it once as the export will, since what has been written
 * can't be taken back; where its copy changes all the same, it is done again if `isRepeatable`. Paths in a failure are those on the host.
 */
export async function exportFrom<T>(
  task: Task,
  { signal, isRepeatable }: { readonly signal?: AbortSignal | undefined; readonly isRepeatable: boolean },
  write: (place: Place) => Promise<Result<T, ExportCode>>,
): Promise<Result<T, ExportCode>> {
  const { place } = task;
  const { mirror } = place;
  if (mirror === undefined) return write(place);
  const hosts = new Hosts();
  const stop = (): void => hosts.stop(mirror);
  signal?.addEventListener('abort', stop);
  try {
    for (let attempt = 1; ; attempt++) {
      const copied = await hosts.result(place, { agents: [task.agent], maxAge: 0 }, (guarded) => readThrough({ ...task, place: guarded }, signal));
      if (!copied.ok) return copied;
      const guard = await hosts.guardOf(mirror);
      const written = await write({ ...place, guard });
      if (written.ok || guard.missing.size === 0 || !isRepeatable || attempt === attempts) return written;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function readThrough(task: Task, signal: AbortSignal | undefined): Promise<Result<null, ExportCode>> {
  const found = await findExport(task, signal === undefined ? {} : { signal });
  if (!found.ok) return found;
  if (task.format !== 'raw') return found.value.write(task.format, async () => undefined);
  for (const file of found.value.found.files) askForAll(file, task.place.guard);
  return ok(null);
}

function askForAll(file: string, guard: Guard | undefined): void {
  const files = new Files(guard);
  try {
    files.brief(file, ({ descriptor }) => guard?.allow(file, descriptor, [0, Infinity]));
  } catch (error) {
    if (!(error instanceof BytesMissing)) throw error;
  } finally {
    files.dispose();
  }
}
