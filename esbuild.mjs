// Builds everything under dist/. Entry points are found by pattern, so a new worker, page or test needs no edit here.
//   node esbuild.mjs [--tests] [--watch] [--production]
import * as esbuild from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: { tests: { type: 'boolean' }, watch: { type: 'boolean' }, production: { type: 'boolean' } },
});

/** The files below `folder` whose path from there matches `pattern`, as esbuild's entry points named by `name`. */
function entries(folder, pattern, name) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => pattern.test(file))
    .sort()
    .map((file) => ({ in: `${folder}/${file}`, out: name(file) }));
}

const baseName = (file) => path.basename(file, path.extname(file));
const folderName = (file) => path.dirname(file);
const withoutExtension = (file) => file.replace(/\.\w+$/, '');

const common = {
  bundle: true,
  metafile: true,
  minify: options.production === true,
  // Tests run what ships, and say where in the source it failed.
  sourcemap: options.tests === true || options.production !== true,
  legalComments: 'none',
  logLevel: 'warning',
  outdir: 'dist',
};
const node = { ...common, platform: 'node', format: 'cjs', target: 'node22' };

/**
 * Runs before anything is loaded, since an old Node knows neither `node:sqlite` nor zstd. A checkout has a newer one among its
 * packages; elsewhere the person must bring it.
 */
const programStart = `#!/usr/bin/env node
{
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 15)) {
    const newer = require('node:path').join(__dirname, '..', 'node_modules', 'node', 'bin', 'node');
    if (require('node:fs').existsSync(newer)) process.exit(require('node:child_process').spawnSync(newer, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
    console.error('Localix needs Node 22.15 or newer; this is ' + process.versions.node + '.');
    process.exit(1);
  }
}`;

/** What pages import besides code: fonts as files, pictures as text. */
const assets = { loader: { '.ttf': 'file', '.svg': 'text' }, assetNames: '[name]' };
const page = { ...common, ...assets, platform: 'browser', format: 'iife', target: 'es2023' };

const product = {
  // VS Code gives `vscode`; node-pty keeps its native files on disk.
  extension: { ...node, entryPoints: entries('src', /^extension\.ts$/, baseName), external: ['vscode', 'node-pty'] },
  // No `vscode` here: a worker or a program that imports it does not build.
  workers: {
    ...node,
    entryPoints: [
      ...entries('src/workers', /^\w+Worker\.ts$/, baseName),
      ...entries('src/terminals/host', /^main\.ts$/, () => 'terminalHost'),
      ...entries('src/demo', /^makeDemo\.ts$/, () => 'demo'),
    ],
    external: ['node-pty'],
  },
  programs: { ...node, entryPoints: entries('src', /^\w+\/main\.ts$/, folderName), external: ['node-pty'], banner: { js: programStart } },
  pages: {
    ...page,
    entryPoints: entries('webview', /^\w+\/main\.tsx$/, folderName),
    outdir: 'dist/webview',
    define: { 'process.env.NODE_ENV': options.production ? '"production"' : '"development"' },
  },
};

// Test files share their modules (one browser for all page tests), so they are ES modules split into chunks.
// What runs inside the extension host must be CommonJS.
const testRun = {
  ...common,
  platform: 'node',
  target: 'node24',
  outdir: 'dist/test',
  loader: { ...assets.loader, '.css': 'empty' },
  // Tools, which find their own files beside themselves, and what has native files.
  external: ['vscode', 'esbuild', 'mocha', 'playwright-core', 'dependency-cruiser', 'eslint', 'typescript', 'node-pty'],
  sourcemap: 'inline',
  minify: false,
  // The product finds its workers beside itself: so do tests of it.
  define: { __dirname: JSON.stringify(path.resolve('dist')) },
};
const tests = {
  tests: {
    ...testRun,
    entryPoints: entries('test', /^(?:(?:unit|architecture|page|e2e|agents)\/.*\.test\.tsx?|\w+\/hooks\.ts|pictures\/take\w*\.ts)$/, withoutExtension),
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    banner: { js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);" },
  },
  hostTests: {
    ...testRun,
    entryPoints: entries('test/host', /^(?:.*\.test|index)\.ts$/, (file) => `host/${withoutExtension(file)}`),
    format: 'cjs',
    define: {},
  },
  // Pages that only tests show.
  testPages: { ...page, entryPoints: entries('test/page/surfaces', /\.tsx?$/, baseName), outdir: 'dist/test/webview' },
};

function copyAssets() {
  fs.mkdirSync('dist/webview', { recursive: true });
  for (const file of ['codicon.css', 'codicon.ttf']) {
    fs.copyFileSync(`node_modules/@vscode/codicons/dist/${file}`, `dist/webview/${file}`);
  }
  fs.copyFileSync('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm');
}

/** Prints what ships, largest first. */
function printSizes(results) {
  const sizes = results
    .flatMap((result) => Object.entries(result.metafile.outputs))
    .filter(([file]) => !file.endsWith('.map') && !file.startsWith('dist/test/'))
    .sort((a, b) => b[1].bytes - a[1].bytes);
  for (const [file, { bytes }] of sizes) console.log(`${(bytes / 1024).toFixed(1).padStart(9)} kB  ${file}`);
}

const builds = Object.values({ ...product, ...(options.tests ? tests : {}) }).filter((build) => build.entryPoints.length > 0);
fs.rmSync('dist', { recursive: true, force: true });
copyAssets();
if (options.watch) {
  for (const build of builds) await (await esbuild.context({ ...build, logLevel: 'info' })).watch();
} else {
  printSizes(await Promise.all(builds.map((build) => esbuild.build(build))));
}
