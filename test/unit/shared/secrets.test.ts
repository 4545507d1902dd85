import assert from 'node:assert/strict';
import { mask, maskSecrets } from '../../../src/shared/secrets';

/** Put together here, so that no scanner takes this file for a leak. */
const joined = (...parts: readonly string[]): string => parts.join('');
const filler = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7';

const secrets: Readonly<Record<string, string>> = {
  'an Anthropic key': joined('sk-', 'ant-api03-', filler, filler),
  'an OpenAI key': joined('sk-', 'proj-', filler),
  'a GitHub token': joined('gh', 'p_', filler, 'abcdefghi'),
  'a fine-grained GitHub token': joined('github', '_pat_', filler),
  'a GitLab token': joined('glpat', '-', filler),
  'a Slack token': joined('xox', 'b-123456789012-', filler),
  'an AWS key id': joined('AKIA', 'IOSFODNN7EXAMPLQ'.replace('9', '7')),
  'a Google key': joined('AIza', filler, filler.slice(0, 8)),
  'a Stripe key': joined('sk', '_live_', filler),
  'an npm token': joined('npm', '_', filler, filler),
  'a JSON Web Token': joined('eyJ', 'hbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.', 'dozjgNryP4J3jVmNHl0w5N'),
  'a private key': joined('-----BEGIN ', 'OPENSSH PRIVATE KEY-----\n', filler, '\n-----END ', 'OPENSSH PRIVATE KEY-----'),
};

describe('B9 Secrets', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    it(`are masked: ${name}`, () => {
      assert.equal(maskSecrets(`before ${secret} after`), `before ${mask} after`);
    });
  }

  for (const [text, masked] of [
    ['Authorization: Bearer abcdef1234567890abcdef', `Authorization: Bearer ${mask}`],
    ['postgres://app:hunter2@db:5432/x', `postgres://app:${mask}@db:5432/x`],
    ['DB_PASSWORD=hunter2!', `DB_PASSWORD=${mask}`],
    ['"api_key": "0f9e8d7c6b5a"', `"api_key": "${mask}"`],
    ['--client-secret=q1w2e3r4', `--client-secret=${mask}`],
    ['AWS_SECRET_ACCESS_KEY: wJalrXUtnFEMI/K7MDENG', `AWS_SECRET_ACCESS_KEY: ${mask}`],
  ] as const) {
    it(`are masked where a name says so: ${text}`, () => assert.equal(maskSecrets(text), masked));
  }

  for (const text of [
    'The token: optional, the password: required',
    'password: string; secret = process.env.SECRET',
    'const token = nextToken(input);',
    'API_KEY=$MY_KEY and api_key: <your key>',
    'https://example.org/a:b@c and git@github.com:a/b.git',
    'a task-list of sk-ipped things, and an ordinary sentence about keys.',
    'commit 0f9e8d7c6b5a4938271605f4e3d2c1b0a9f8e7d6',
  ]) {
    it(`are not seen in "${text}"`, () => assert.equal(maskSecrets(text), text));
  }

  it('are looked for in time that grows with the text alone', () => {
    // Quadratic matching of these would take minutes: the test would be ended.
    for (const piece of ['-----BEGIN PRIVATE KEY-----', 'sk-', 'eyJaaaaaaaaaa.', 'token=', 'a://b:', 'Bearer ', 'password: "']) maskSecrets(piece.repeat(200_000));
  });
});
