// Stands in for Hermes: a session's row comes with its first prompt, and `--resume ID` shows what was said.
import path from 'node:path';
import readline from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(path.join(process.env.HOME, '.hermes/state.db'));
const resumed = process.argv.indexOf('--resume');
let id = resumed < 0 ? undefined : process.argv[resumed + 1];
const now = () => Date.now() / 1000;

console.log(`hermes stand-in in ${process.cwd()}`);
if (id !== undefined) {
  const messages = database.prepare('SELECT role, content FROM messages WHERE session_id = ? ORDER BY id').all(id);
  if (messages.length === 0) {
    // As the program itself: no error by its exit status.
    console.log(`Session not found: ${id}`);
    process.exit(0);
  }
  for (const { role, content } of messages) console.log(`${role}: ${content}`);
}

function say(role, content) {
  database.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)').run(id, role, content, now());
  database.prepare('UPDATE sessions SET message_count = message_count + 1 WHERE id = ?').run(id);
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  if (id === undefined) {
    const time = new Date().toISOString().replaceAll(/\D/g, '');
    id = `${time.slice(0, 8)}_${time.slice(8, 14)}_${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`;
    database.prepare("INSERT INTO sessions (id, source, model, started_at, cwd) VALUES (?, 'cli', 'mock', ?, ?)").run(id, now(), process.cwd());
  }
  say('user', line);
  say('assistant', 'Hello from the mock model.');
  console.log('assistant: Hello from the mock model.');
});
