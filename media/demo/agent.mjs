// Stands in for every agent in the demo: says what the real one would have been started with, and starts nothing.
import process from 'node:process';

for (const line of JSON.parse(process.env.LOCALIX_DEMO_LINES ?? '[]')) console.log(line);
process.stdin.resume();
process.stdin.once('data', () => process.exit(0));
