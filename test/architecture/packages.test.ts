import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly license?: string; readonly resolved?: string }>>;
}

/** Folders with a package.json and a lockfile of their own. */
const projects = ['.', 'bench', 'test/agents', 'test/harness'];

function readJson<T>(...parts: string[]): T {
  return JSON.parse(fs.readFileSync(path.join(...parts), 'utf8')) as T;
}

function wanted(project: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = readJson<Manifest>(project, 'package.json');
  return { ...dependencies, ...devDependencies };
}

/** The tables of docs/dependencies.md: the licence of each package. */
function described(): Map<string, string> {
  const rows = fs.readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|/gm);
  return new Map([...rows].filter(([, name]) => name !== 'package' && name !== '---').map(([, name = '', licence = '']) => [name, licence]));
}

describe('Packages', () => {
  it('are all described in docs/dependencies.md, and nothing else is', () => {
    const names = new Set(projects.flatMap((project) => Object.keys(wanted(project))));
    assert.deepEqual([...described().keys()].sort(), [...names].sort());
  });

  it('have the licence that is described', () => {
    for (const project of projects) {
      const { packages } = readJson<Lockfile>(project, 'package-lock.json');
      for (const name of Object.keys(wanted(project))) {
        assert.equal(described().get(name), packages[`node_modules/${name}`]?.license, name);
      }
    }
  });

  it('have exact versions', () => {
    const loose = projects.flatMap((project) => Object.entries(wanted(project)).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)));
    assert.deepEqual(loose, []);
  });

  it('are not tied to the registry they were installed from', () => {
    for (const project of projects) {
      const { packages } = readJson<Lockfile>(project, 'package-lock.json');
      assert.deepEqual(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined), [], project);
    }
  });
});
