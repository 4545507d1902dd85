import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Writes a synthetic history of `mb` MiB into `folder`, a home folder. */
export function generate(folder, { mb, seed }) {
  const args = ['--root', folder, '--mb', String(mb), '--profile', 'real', '--seed', seed, '--quiet', '--force'];
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'genHistory.mjs'), ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the history could not be written');
}

/** Every transcript of a home folder, with its size. */
export function transcripts(home) {
  return fs
    .readdirSync(home, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, size: fs.statSync(file).size }));
}

/**
 * Fills `view` with links to the history of `home`, and with one transcript of middle size as a copy, so that it can be
 * changed without touching the history. Answers the copy.
 */
export function viewWithOneCopy(home, view) {
  const projects = path.join(home, '.claude', 'projects');
  const sessions = transcripts(projects).filter(({ file }) => path.dirname(path.dirname(file)) === projects);
  const { file } = sessions.sort((a, b) => a.size - b.size)[sessions.length >> 1];
  const project = path.dirname(file);
  fs.mkdirSync(path.join(view, '.claude', 'projects', path.basename(project)), { recursive: true });
  for (const name of fs.readdirSync(home)) if (name !== '.claude') fs.symlinkSync(path.join(home, name), path.join(view, name));
  const link = (folder, skip) => {
    for (const name of fs.readdirSync(folder)) {
      if (name !== skip) fs.symlinkSync(path.join(folder, name), path.join(view, path.relative(home, folder), name));
    }
  };
  link(projects, path.basename(project));
  link(project, path.basename(file));
  const copy = path.join(view, path.relative(home, file));
  fs.copyFileSync(file, copy);
  return copy;
}
