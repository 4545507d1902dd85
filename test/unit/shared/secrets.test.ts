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
  'a Slack session token': joined('xox', 'c-123456789012-', filler),
  'a Stripe webhook secret': joined('wh', 'sec_', filler),
  'a Docker token': joined('dckr', '_pat_', filler),
  'a Vault token': joined('hv', 's.', filler),
  'a private key': keyBlock('OPENSSH PRIVATE KEY', filler),
  'a private key with headers': keyBlock('RSA PRIVATE KEY', joined('Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,', filler, '\n\n', filler, '\n', filler)),
  'a PGP key of a version with a hyphen': keyBlock('PGP PRIVATE KEY BLOCK', joined('Version: Gnu-PG 2-0\n\n', filler, '\n=ab3d')),
  'a long private key': keyBlock('PRIVATE KEY', `${filler}${filler}\n`.repeat(2000)),
};

function keyBlock(kind: string, body: string): string {
  return joined('-----BEGIN ', kind, '-----\n', body, '\n-----END ', kind, '-----');
}

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
    ['"SecretAccessKey": "wJalrXUtnFEMI/K7MDENG"', `"SecretAccessKey": "${mask}"`],
    ['"password": "a\\"b1 c\\\\d"', `"password": "${mask}"`],
    ['"{\\"password\\": \\"hunter2\\"}"', `"{\\"password\\": \\"${mask}\\"}"`],
    ['"command": "PGPASSWORD=correcthorse psql"', `"command": "PGPASSWORD=${mask} psql"`],
    ['env: MY_TOKEN_2=abcdefgh', `env: MY_TOKEN_2=${mask}`],
    ['DB_PASS="my pass phrase"', `DB_PASS="${mask}"`],
    ['export SECRET_KEY_BASE=a;b,c(1)d', `export SECRET_KEY_BASE=${mask}`],
    ['STRIPE_KEY=abcdefgh1', `STRIPE_KEY=${mask}`],
    ['mysql --password hunter2', `mysql --password ${mask}`],
    ['curl -u app:hunter2 https://x', `curl -u app:${mask} https://x`],
    ['https://example.org/?access_token=abcdef123', `https://example.org/?access_token=${mask}`],
    ['https://app:p@ss/w0rd@db and ftp://app:p@ss/w0rd@db', `https://app:${mask}@ss/w0rd@db and ftp://app:${mask}@db`],
    ['Authorization: token 0f9e8d7c6b5a', `Authorization: token ${mask}`],
    ['Cookie: sid=0f9e8d7c6b5a; theme=dark', `Cookie: sid=${mask}`],
    ['AWS_SECRET_ACCESS_KEY: wJalrXUtnFEMI/K7MDENG', `AWS_SECRET_ACCESS_KEY: ${mask}`],
  ] as const) {
    it(`are masked where a name says so: ${text}`, () => assert.equal(maskSecrets(text), masked));
  }

  for (const before of ['_', '\\n', '\u001b[1;31m', '%3D', '"', '`', '(']) {
    it(`are masked behind ${JSON.stringify(before)}`, () => {
      assert.equal(maskSecrets(`${before}${secrets['a GitHub token'] ?? ''}`), `${before}${mask}`);
      assert.equal(maskSecrets(`${before}DB_PASSWORD=hunter2`), before === '_' ? `_DB_PASSWORD=${mask}` : `${before}DB_PASSWORD=${mask}`);
    });
  }

  it('are masked in a block that breaks off, and what follows it stays', () => {
    const head = joined('-----BEGIN ', 'RSA PRIVATE KEY-----');
    assert.equal(maskSecrets(`${head}\n${filler}\n${filler}\n\nThat was it.`), `${mask}\n\nThat was it.`);
    assert.equal(maskSecrets(`${head} ${head}\n${filler}`), `${mask} ${mask}`);
  });

  for (const text of [
    'PRIVATE_KEY_PATH=/home/dev/key1.pem and token_type: bearer12, max_tokens: 4096000',
    'PWD=/home/dev/project1',
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
    for (const piece of ['-----BEGIN PRIVATE KEY-----', 'sk-', 'eyJaaaaaaaaaa.', 'token=', 'a://b:', 'Bearer ', 'password: "', 'PASSWORD=', 'a-', '--a ', 'Cookie: a=', 'machine a login b ', 'Private-Lines: 1\n']) maskSecrets(piece.repeat(200_000));
  });
});
