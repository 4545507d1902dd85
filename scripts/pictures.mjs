// Takes the pictures of the README and of docs/.
//   npm run pictures                      from the real product, on the demo's sample histories
//   npm run pictures -- blocks [NAME…]    of every kind of block (docs/blocks.md); of some alone: codex, codex-narrow
import { ensureInstalled, node, quit, run } from './install.mjs';

const [what, ...names] = process.argv.slice(2);
if (what !== undefined && what !== 'blocks') quit(`There are no pictures named ${what}.`);
const steps =
  what === 'blocks'
    ? [['esbuild.mjs', '--production', '--tests'], ['test/harness/setup.mjs', 'browser'], ['dist/test/pictures/takeBlocks.mjs', ...names]]
    : [['esbuild.mjs', '--tests'], ['test/harness/setup.mjs', 'browser', 'server'], ['dist/test/pictures/take.mjs']];

ensureInstalled();
for (const command of steps) {
  if (run(node, command) !== 0) quit(`${command.join(' ')} failed: see above.`);
}
