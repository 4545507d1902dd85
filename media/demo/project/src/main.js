import { readFileSync } from 'node:fs';
import { parseReading } from './stations.js';
import { nextHighTide } from './tides.js';

const [station = 'Heron-Bay', option] = process.argv.slice(2);
const lines = readFileSync(new URL('../stations.txt', import.meta.url), 'utf8').trim().split('\n');
const readings = lines.map(parseReading).filter((reading) => reading.station === station);
const now = new Date();
const next = nextHighTide(readings, now.getHours() * 60 + now.getMinutes());
console.log(option === '--json' ? JSON.stringify(next) : `${station}: high water at minute ${next.minutes} of the day, ${next.height} m`);
