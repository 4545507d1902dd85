import type { ProjectId } from '../core/ids';
import { fail, ok, type Result } from '../core/result';
import { nextNumber } from './counter';
import type { FolderIdentity, FormerFolder, Project, ProjectFolder } from './rows';
import type { SqlRow } from './sqlEngine';
import type { Query, Transaction } from './transaction';

export const projectReads = {
  /** Also the hidden ones, in the order in which they were made. */
  projects: (query: Query): readonly Project[] => query.all('SELECT * FROM project ORDER BY created_at, id').map((row) => projectOf(query, row)),
  project: (query: Query, { id }: { id: ProjectId }): Project | undefined => find(query, id),
};

export const projectWrites = {
  /** The project of a folder, or Default for `null`; made when there is none, shown again when it was hidden. A known one keeps its name. */
  ensureProject(tx: Transaction, { folder, name, now }: { folder: ProjectFolder | null; name: string; now: number }): Result<Project, never> {
    const known = tx.get('SELECT * FROM project WHERE comparable IS ?', folder?.comparable ?? null);
    const id = known === undefined ? insert(tx, folder, name, now) : (known['id'] as ProjectId);
    if (known?.['is_hidden'] === 1) {
      tx.run('UPDATE project SET is_hidden = 0, updated_at = ? WHERE id = ?', now, id);
      tx.changed('project', id);
    }
    if (folder?.identity) recordIdentity(tx, id, folder.identity);
    return ok(find(tx, id) as Project);
  },

  renameProject(tx: Transaction, { id, name, now }: { id: ProjectId; name: string; now: number }): Result<null, 'project_missing'> {
    return update(tx, id, 'UPDATE project SET name = ?, updated_at = ? WHERE id = ?', name, now, id);
  },

  hideProject(tx: Transaction, { id, now }: { id: ProjectId; now: number }): Result<null, 'project_missing' | 'project_is_default'> {
    if (find(tx, id)?.folder === null) return fail('project_is_default', id);
    return update(tx, id, 'UPDATE project SET is_hidden = 1, updated_at = ? WHERE id = ?', now, id);
  },

  /** Points a project to another folder. */
  setProjectFolder(
    tx: Transaction,
    { id, folder, now }: { id: ProjectId; folder: ProjectFolder; now: number },
  ): Result<null, 'project_missing' | 'project_is_default' | 'folder_taken'> {
    const taken = tx.get('SELECT id FROM project WHERE comparable = ? AND id <> ?', folder.comparable, id);
    if (taken !== undefined) return fail('folder_taken', String(taken['id']));
    const before = find(tx, id)?.folder;
    if (before === null) return fail('project_is_default', id);
    const { path, comparable, identity } = folder;
    if (before !== undefined && before.comparable !== comparable) {
      tx.run('INSERT OR REPLACE INTO former_folder VALUES (?, ?, ?)', id, before.comparable, before.path);
      // Back where it once was, it is there again.
      tx.run('DELETE FROM former_folder WHERE project = ? AND comparable = ?', id, comparable);
    }
    return update(tx, id, 'UPDATE project SET folder = ?, comparable = ?, identity = ?, updated_at = ? WHERE id = ?', path, comparable, identity, now, id);
  },

  /** Records which folder the project's is, each time it is seen at `path`. Nothing when it has moved meanwhile. */
  seeFolder(tx: Transaction, { id, path, identity }: { id: ProjectId; path: string; identity: FolderIdentity }): Result<null, 'project_missing'> {
    const project = find(tx, id);
    if (project === undefined) return fail('project_missing', id);
    if (project.folder?.path === path) recordIdentity(tx, id, identity);
    return ok(null);
  },
};

function find(query: Query, id: ProjectId): Project | undefined {
  const row = query.get('SELECT * FROM project WHERE id = ?', id);
  return row && projectOf(query, row);
}

function insert(tx: Transaction, folder: ProjectFolder | null, name: string, now: number): ProjectId {
  const id: ProjectId = `PRJ-${nextNumber(tx, 'PRJ')}`;
  tx.run(
    'INSERT INTO project (id, name, folder, comparable, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[id, name, folder?.path ?? null, folder?.comparable ?? null, now, now],
  );
  tx.changed('project', id);
  return id;
}

/** Nothing is written when it is the one that is known. */
function recordIdentity(tx: Transaction, id: ProjectId, identity: FolderIdentity): void {
  if (tx.get('SELECT id FROM project WHERE id = ? AND identity = ?', id, identity) !== undefined) return;
  tx.run('UPDATE project SET identity = ? WHERE id = ?', identity, id);
  tx.changed('project', id);
}

function update(tx: Transaction, id: ProjectId, sql: string, ...params: (string | number | null)[]): Result<null, 'project_missing'> {
  if (find(tx, id) === undefined) return fail('project_missing', id);
  tx.run(sql, ...params);
  tx.changed('project', id);
  return ok(null);
}

function projectOf(query: Query, row: SqlRow): Project {
  const id = row['id'] as ProjectId;
  return {
    id,
    name: row['name'] as string,
    folder: row['folder'] === null ? null : folderOf(row),
    formerFolders: query.all('SELECT path, comparable FROM former_folder WHERE project = ? ORDER BY comparable', id) as unknown as FormerFolder[],
    isHidden: row['is_hidden'] === 1,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  };
}

function folderOf(row: SqlRow): ProjectFolder {
  const { folder, comparable, identity } = row;
  return { path: folder as string, comparable: comparable as string, identity: identity as string | null };
}
