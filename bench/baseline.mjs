// The least that a list can cost: looks at every transcript below a folder and reads CAP bytes of each, half from its start
// and half from its end, with nothing but Node: one after the other, or as programs are mostly written, several at once.
//   node baseline.mjs FOLDER CAP [--promises]
import fs from 'node:fs';
import path from 'node:path';

const [folder, cap, mode] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
/** Files under way at once. */
const width = 16;
const totals = { stats: 0, opens: 0, bytes: 0 };
if (mode === '--promises') await atOnce();
else oneByOne();
console.log(JSON.stringify(totals));

/** The transcripts that a list opens: sub-agents are no rows. */
function isOpened(file, size) {
  return size > 0 && path.basename(path.dirname(file)) !== 'subagents';
}

/** Start and length of each piece to read. */
function piecesOf(size) {
  return size <= cap ? [[0, size]] : [[0, cap >> 1], [size - (cap >> 1), cap >> 1]];
}

function oneByOne() {
  const buffer = Buffer.allocUnsafe(cap);
  const look = (below) => {
    for (const entry of fs.readdirSync(below, { withFileTypes: true })) {
      const file = path.join(below, entry.name);
      if (entry.isDirectory()) look(file);
      else if (entry.name.endsWith('.jsonl')) {
        totals.stats++;
        const { size } = fs.statSync(file);
        if (isOpened(file, size)) read(file, size);
      }
    }
  };
  const read = (file, size) => {
    totals.opens++;
    const descriptor = fs.openSync(file, 'r');
    for (const [from, length] of piecesOf(size)) totals.bytes += fs.readSync(descriptor, buffer, 0, length, from);
    fs.closeSync(descriptor);
  };
  look(folder);
}

async function atOnce() {
  const files = [];
  const look = async (below) => {
    for (const entry of await fs.promises.readdir(below, { withFileTypes: true })) {
      const file = path.join(below, entry.name);
      if (entry.isDirectory()) await look(file);
      else if (entry.name.endsWith('.jsonl')) files.push(file);
    }
  };
  await look(folder);
  const left = files.values();
  const read = async (file) => {
    totals.stats++;
    const { size } = await fs.promises.stat(file);
    if (!isOpened(file, size)) return;
    totals.opens++;
    const handle = await fs.promises.open(file);
    for (const [from, length] of piecesOf(size)) {
      const { bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from);
      totals.bytes += bytesRead;
    }
    await handle.close();
  };
  await Promise.all(Array.from({ length: width }, async () => {
    for (const file of left) await read(file);
  }));
}
