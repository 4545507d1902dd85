import assert from 'node:assert/strict';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { writeMarkdown } from '../../../src/transcript/markdown';
import type { SessionSource } from '../../../src/transcript/sessionSource';

const secret = ['sk', 'ant', 'api03', 'aB3dE6gH9jK2mN5pQ8sT'].join('-');

function source(events: readonly Partial<TranscriptEvent>[], omissions: SessionSource['parts'] extends () => AsyncIterable<infer T> ? T extends { omissions: infer O } ? O : never : never = []): SessionSource {
  const whole = events.map((event, index): TranscriptEvent => ({
    id: String(index), type: 'agent_message', at: '2026-03-01T10:00:00.000Z', author: 'model-x', text: '', on_active_branch: true, source: { file: 'f', line: index + 1 }, ...event,
  }));
  return {
    agent: 'codex', id: 's', records: 0,
    facts: () => Promise.resolve({ title: `Fix\nthe ${secret} bug`, folder: null, branch: null, models: [], agentVersion: null, usage: null, parentId: null }),
    async *parts() {
      // In two parts: headings must not begin anew.
      yield { events: whole.slice(0, 3), unknownTypes: {}, omissions };
      yield { events: whole.slice(3), unknownTypes: {}, omissions: [] };
    },
    subagent: () => undefined,
  };
}

const events: readonly Partial<TranscriptEvent>[] = [
  { type: 'user_message', text: `Use ${secret}`, author: null, attachments: ['a.png'] },
  { type: 'thought', text: 'Hm.' },
  { type: 'agent_message', text: 'On it.' },
  { type: 'tool_call', tool: { name: 'Bash', kind: 'execute', status: 'failed', input: { command: 'rm' }, output: 'no' } },
  { type: 'notice', text: 'Retrying' },
  { type: 'agent_message', text: '```sh\nls\n```' },
  { type: 'agent_message', text: 'Never mind', on_active_branch: false },
  { type: 'user_message', text: 'Thanks', author: null },
];

async function written(of: SessionSource, isRedacted: boolean): Promise<string> {
  let text = '';
  const outcome = await writeMarkdown(of, { isRedacted }, async (piece) => void (text += piece));
  assert.equal(outcome, text === '' ? 'empty' : 'written');
  return text;
}

describe('R7 A conversation as Markdown', () => {
  it('is its prose alone, under the headings You and Assistant', async () => {
    assert.equal(
      await written(source(events), false),
      `# Fix the ${secret} bug\n\n## You\n\nUse ${secret}\n\n## Assistant\n\nOn it.\n\n\`\`\`sh\nls\n\`\`\`\n\n## You\n\nThanks\n`,
    );
  });

  it('redacted, has no secret, and says where calls and attachments were', async () => {
    assert.equal(
      await written(source(events), true),
      '# Fix the [masked secret] bug\n\n## You\n\nUse [masked secret]\n\n[Attachment]\n\n## Assistant\n\nOn it.\n\n[Tool: Bash, failed]\n\n```sh\nls\n```\n\n## You\n\nThanks\n',
    );
  });

  it('says how much could not be read', async () => {
    const omission = { code: 'broken_record', source: { file: 'f', line: 2 } } as const;
    assert.match(await written(source(events, [omission, omission]), false), /\n---\n\n\*Records of the session that could not be read: 2\*\n$/);
  });

  it('is nothing where nobody spoke', async () => {
    assert.equal(await written(source([{ type: 'thought', text: 'Hm.' }]), false), '');
  });
});
