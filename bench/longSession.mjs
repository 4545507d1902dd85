import fs from 'node:fs';

/** Writes a Claude Code session of so many MB: turns of a prompt, three calls with results of some kilobytes, and an answer. Answers the text of the last one. */
export function writeLongSession(file, { id, cwd, megabytes }) {
  const descriptor = fs.openSync(file, 'w');
  const output = 'The quick brown fox jumps over the lazy dog.\n'.repeat(150);
  let parent = null;
  const line = (uuid, type, content, at) => {
    const message = type === 'user' ? { role: 'user', content } : { id: `m${uuid}`, role: 'assistant', model: 'opus', content };
    const text = JSON.stringify({ type, uuid, parentUuid: parent, sessionId: id, cwd, timestamp: new Date(at).toISOString(), message });
    parent = uuid;
    return `${text}\n`;
  };
  let written = 0;
  let turn = 0;
  for (; written < megabytes * 2 ** 20; turn++) {
    const at = 1.77e12 + turn * 60_000;
    const lines = [line(`u${turn}`, 'user', `Prompt ${turn}: what next?`, at)];
    for (let call = 0; call < 3; call++) {
      const name = `${turn}-${call}`;
      lines.push(line(`c${name}`, 'assistant', [{ type: 'tool_use', id: name, name: 'Bash', input: { command: `step ${name}` } }], at + 1000));
      lines.push(line(`r${name}`, 'user', [{ type: 'tool_result', tool_use_id: name, content: output }], at + 2000));
    }
    lines.push(line(`a${turn}`, 'assistant', [{ type: 'text', text: `Answer ${turn}.\n\n- one\n- two` }], at + 3000));
    written += fs.writeSync(descriptor, lines.join(''));
  }
  fs.closeSync(descriptor);
  return `Answer ${turn - 1}.`;
}
