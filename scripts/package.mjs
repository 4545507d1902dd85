// Packages the extension for a platform, as localix-<platform>-<version>.vsix.
//   npm run package [-- PLATFORM…]      this machine's by default; linux-x64, linux-arm64, darwin-x64, darwin-arm64, win32-x64, win32-arm64
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, node, quit, root, run } from './install.mjs';

const here = `${process.platform}-${process.arch}`;
const pty = 'node_modules/node-pty';

/** The files that node-pty needs on a platform: compiled here for Linux, in its package for the others. */
function binaries(platform) {
  const folder = platform.startsWith('linux') ? `${pty}/build/Release` : `${pty}/prebuilds/${platform}`;
  if (platform.startsWith('linux') && platform !== here) quit(`node-pty has no ready binary for ${platform}: package it on such a machine.`);
  if (!fs.existsSync(folder)) quit(`node-pty has no binary for ${platform}: ${folder} is missing.`);
  const files = fs
    .readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => /\.(node|dll|exe)$|\/spawn-helper$/.test(file));
  // node-pty 1.1.0 comes with a program for macOS that may not be run.
  for (const file of files.filter((name) => name.endsWith('/spawn-helper'))) fs.chmodSync(file, 0o755);
  return files;
}

function packageFor(platform, version) {
  const shipped = fs.readFileSync('.vscodeignore', 'utf8') + binaries(platform).map((file) => `!${file}\n`).join('');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-package-'));
  const ignoreFile = path.join(folder, 'ignore');
  fs.writeFileSync(ignoreFile, shipped);
  const out = `localix-${platform}-${version}.vsix`;
  const code = run(node, ['node_modules/@vscode/vsce/vsce', 'package', '--target', platform, '--out', out, '--ignoreFile', ignoreFile, '--allow-missing-repository', '--no-rewrite-relative-links']);
  fs.rmSync(folder, { recursive: true });
  if (code !== 0) quit(`${out} was not made: see above.`);
}

ensureInstalled();
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const platforms = process.argv.slice(2);
for (const platform of platforms.length > 0 ? platforms : [here]) packageFor(platform, version);
