// Takes the pictures of the README and of docs/ from the real product on the demo's sample histories.
//   npm run pictures
import { ensureInstalled, node, quit, run } from './install.mjs';

ensureInstalled();
for (const command of [['esbuild.mjs', '--tests'], ['test/harness/setup.mjs', 'browser', 'server'], ['dist/test/pictures/take.mjs']]) {
  if (run(node, command) !== 0) quit(`${command.join(' ')} failed: see above.`);
}
