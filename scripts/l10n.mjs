// Collects the texts of the extension and its pages into l10n/bundle.l10n.json, for translators.
//   npm run l10n
//   node scripts/l10n.mjs --check     says what is out of date, and changes nothing
import { getL10nJson } from '@vscode/l10n-dev';
import fs from 'node:fs';
import path from 'node:path';

const bundle = 'l10n/bundle.l10n.json';

function sources(folder) {
  if (!fs.existsSync(folder)) return [];
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  return files.sort().map((file) => ({ extension: path.extname(file), contents: fs.readFileSync(path.join(folder, file), 'utf8') }));
}

/** Pages have a `t` of their own, which works like VS Code's over the same texts. */
function asVsCode({ extension, contents }) {
  return { extension, contents: contents.replace(/from '[^']*\/l10n'/, "from '@vscode/l10n'") };
}

const texts = await getL10nJson([...sources('src'), ...sources('webview').map(asVsCode)]);
if (process.argv.includes('--check')) {
  const kept = JSON.parse(fs.readFileSync(bundle, 'utf8'));
  const missing = Object.keys(texts).filter((text) => !(text in kept));
  const unused = Object.keys(kept).filter((text) => !(text in texts));
  for (const text of missing) console.error(`not in ${bundle}: ${text}`);
  for (const text of unused) console.error(`no longer used: ${text}`);
  if (missing.length + unused.length > 0) process.exitCode = 1;
} else {
  fs.writeFileSync(bundle, `${JSON.stringify(texts, null, 2)}\n`);
}
