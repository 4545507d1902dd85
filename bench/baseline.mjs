// The least that a list can cost: looks at every transcript below a folder and reads CAP bytes of each, half from its start
// and half from its end, with nothing but Node.   node baseline.mjs FOLDER CAP
import fs from 'node:fs';
import path from 'node:path';

const [folder, cap] = [process.argv[2], Number(process.argv[3])];
const buffer = Buffer.allocUnsafe(cap);
let [stats, opens, bytes] = [0, 0, 0];
look(folder);
console.log(JSON.stringify({ stats, opens, bytes }));

function look(below) {
  for (const entry of fs.readdirSync(below, { withFileTypes: true })) {
    const file = path.join(below, entry.name);
    if (entry.isDirectory()) look(file);
    else if (entry.name.endsWith('.jsonl')) {
      stats++;
      const { size } = fs.statSync(file);
      // Sub-agents are no rows, and are not opened for a list.
      if (size > 0 && path.basename(below) !== 'subagents') read(file, size);
    }
  }
}

function read(file, size) {
  opens++;
  const descriptor = fs.openSync(file, 'r');
  if (size <= cap) bytes += fs.readSync(descriptor, buffer, 0, size, 0);
  else {
    const half = cap >> 1;
    bytes += fs.readSync(descriptor, buffer, 0, half, 0);
    bytes += fs.readSync(descriptor, buffer, half, half, size - half);
  }
  fs.closeSync(descriptor);
}
