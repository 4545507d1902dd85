// Stands in for an agent's program: writes down how it was called, says so, and stays until it is ended.
//   node agent.mjs RECORDS NAME [ARGUMENT…]
// A call whose arguments are named in RECORDS/NAME.answers.json prints that answer and ends.
import fs from 'node:fs';
import path from 'node:path';

const [records, name, ...argv] = process.argv.slice(2);
const answers = JSON.parse(fs.readFileSync(path.join(records, `${name}.answers.json`), 'utf8'));
const answer = answers[argv.join(' ')];
const call = { name, argv, cwd: process.cwd(), env: process.env, pid: process.pid, at: Date.now(), tty: process.stdout.isTTY === true, answered: answer !== undefined };
// Renamed into place: whoever looks sees all of it.
const file = path.join(records, `${call.at}-${process.pid}.call.json`);
fs.writeFileSync(`${file}.part`, JSON.stringify(call));
fs.renameSync(`${file}.part`, file);

if (answer !== undefined) {
  console.log(answer);
} else {
  console.log(`${name} stand-in: ${JSON.stringify(argv)}`);
  process.stdin.on('data', () => {}).resume();
  setInterval(() => {}, 60_000);
}
