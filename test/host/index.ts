import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** Called by VS Code in its extension host. When it rejects, the host ends with 1. */
export async function run(): Promise<void> {
  const { LOCALIX_TEST_LOG: log, LOCALIX_TEST_GREP: grep, LOCALIX_TEST_FORBID_ONLY: forbidOnly } = process.env;
  const root = path.resolve(__dirname, '../../..');
  // The host's own output is lost in the window's log.
  if (log !== undefined) Mocha.reporters.Base.consoleLog = (...args: unknown[]) => fs.appendFileSync(log, `${format(...args)}\n`);
  const mocha = new Mocha({
    reporter: path.join(root, 'test/harness/reporter.cjs'),
    timeout: 30_000,
    forbidOnly: forbidOnly !== undefined,
    ...(grep === undefined ? {} : { grep }),
  });
  const files = fs.readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.js'));
  for (const file of files.sort()) mocha.addFile(path.join(__dirname, file));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} failed`);
}
