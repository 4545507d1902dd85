import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { event } from './fakeHost';

const answer = `The switch lost its state because the **context key** was set before the view existed. I changed two things:

1. \`sidebar.ts\` sets the key after \`register\`.
2. The test waits for the view.

## What to look at

\`\`\`ts
// Set last: the view reads it at once.
export async function show(tab: Tab, count = 3): Promise<void> {
  await setContext('localix.tab', tab);
}
\`\`\`

| File | Lines | What changed, in some more words so that the table gets wide |
|---|---:|---|
| \`src/views/sidebar.ts\` | 12 | order of registration |
| \`test/views/sidebar.test.ts\` | 30 | waits for the view |

> See [the documentation](https://code.visualstudio.com/api/references/when-clause-contexts) and [the file](src/views/sidebar.ts).

- [x] build
- [ ] release

![screenshot of the sidebar](https://pictures.example/sidebar.png)`;

/** One of each thing that a transcript can hold: rows 0 to 9 of what is shown at first. */
export function everyKind(): TranscriptEvent[] {
  return [
    event('user_message', 'The tab switch forgets which tab was open.\nCan you fix it?', {
      at: '2026-11-28T09:12:00.000Z',
      attachments: ['screenshot.png (image, 120 kB)', 'src/views/sidebar.ts'],
    }),
    event('thought', 'The context key may be set too early. Let me look at the order of registration.', { at: '2026-11-28T09:12:04.000Z' }),
    event('tool_call', '', {
      at: '2026-11-28T09:12:09.000Z',
      tool: { name: 'Grep', kind: 'search', status: 'completed', input: { pattern: 'setContext', path: 'src/views' }, output: 'src/views/sidebar.ts:12: setContext(…)' },
    }),
    event('tool_call', '', { tool: { name: 'Read', kind: 'read', status: 'completed', input: { file_path: 'src/views/sidebar.ts' }, output: '1\tregister();' } }),
    event('tool_call', '', {
      tool: {
        name: 'Bash',
        kind: 'execute',
        status: 'failed',
        input: { command: 'npm test -- --grep sidebar', description: 'Run the sidebar tests' },
        output: '\u001b[31m1 failing\u001b[0m\n  AssertionError: external !== localix\n\u001b[1;33mwarning\u001b[22m: \u001b[97;44m slow \u001b[0m \u001b[7mend\u001b[0m',
      },
    }),
    event('tool_call', '', {
      tool: {
        name: 'Edit',
        kind: 'edit',
        status: 'completed',
        input: { file_path: 'src/views/sidebar.ts', old_string: 'setContext(tab);\nregister();', new_string: 'register();\nsetContext(tab);\nlog(tab);' },
        output: 'The file has been updated.',
      },
    }),
    event('tool_call', '', {
      tool: {
        name: 'TodoWrite',
        kind: 'think',
        status: 'completed',
        input: {
          todos: [
            { content: 'Find the cause', status: 'completed' },
            { content: 'Fix the order', status: 'in_progress' },
            { content: 'Test it', status: 'pending' },
            { content: 'Rename the key', status: 'cancelled' },
          ],
        },
        output: 'Todos have been modified',
      },
    }),
    event('tool_call', '', {
      tool: { name: 'Task', kind: 'think', status: 'in_progress', input: { prompt: 'Look for other uses of the key' }, output: null, subagentId: 'a91f' },
    }),
    event('notice', 'Interrupted by the user', { severity: 'warning' }),
    event('notice', 'The request failed: 529 overloaded', { severity: 'error' }),
    event('notice', 'The request failed: 529 overloaded', { severity: 'error', at: '2026-11-29T16:30:07.000Z' }),
    event('notice', 'Model changed to claude-sonnet-4-5'),
    event('compaction', 'The user wants the tab switch fixed. **Done so far:** found the cause.'),
    event('user_message', 'Look for other uses of the key', { on_active_branch: false, ofSubagent: true }),
    event('agent_message', 'There are none.', { on_active_branch: false, ofSubagent: true }),
    event('user_message', 'Use a setting instead', { on_active_branch: false }),
    event('agent_message', 'A setting would outlive the window.', { on_active_branch: false }),
    event('unknown', '{"type":"quantum-state","payload":{"spin":"up"}}'),
    event('user_message', 'What did you change?', { at: '2026-11-29T16:39:00.000Z' }),
    event('agent_message', answer, { at: '2026-11-29T16:40:00.000Z' }),
  ];
}
