import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import fc from 'fast-check';
import { protocol } from '../../../../src/terminals/host/schema';
import { RealHost, until } from '../realHost';
import { RawWindow } from './rawWindow';

const size = { columns: 80, rows: 24 };

describe('X20 Who may talk to the terminal host', () => {
  let real: RealHost;
  beforeEach(async () => {
    real = new RealHost();
    // Something runs, so that the host is not idle.
    assert.ok((await real.window().attach(real.request('exec cat'), size)).ok);
  });
  afterEach(() => real.end());

  it('only this user can find it', () => {
    const mode = (file: string): number => fs.statSync(file).mode & 0o777;
    assert.deepEqual([mode(real.place.folder), mode(real.place.token)], [0o700, 0o600]);
  });

  it('a folder that others could write into is not used', async () => {
    const other = new RealHost();
    fs.mkdirSync(other.place.folder, { mode: 0o777 });
    fs.chmodSync(other.place.folder, 0o777);
    const result = await other.window().attach(other.request('exec cat'), size);
    assert.ok(!result.ok && result.code === 'host_failed' && result.detail.includes(other.place.folder));
    await other.end();
  });

  const refused: readonly (readonly [string, Record<string, unknown>])[] = [
    ['token', { token: '' }],
    ['token', { token: 'f'.repeat(64) }],
    ['protocol', { protocol: protocol + 1 }],
    ['protocol', { protocol: protocol + 1, version: '2.0.0', something: 'new' }],
  ];
  for (const [reason, hello] of refused) {
    it(`is refused: ${reason} for ${JSON.stringify(hello).slice(0, 60)}`, async () => {
      const window = new RawWindow(real.place);
      window.hello(real.place, hello);
      window.send({ type: 'start', id: 1, request: real.request('exec cat', 'codex:2'), workspace: '', size });
      await until(() => window.isClosed);
      assert.deepEqual(window.messages, [{ type: 'refused', reason, version: '1.0.0' }]);
      // While it runs another program in its place, a process has no environment to be seen.
      await until(() => real.started().length === 1);
    });
  }

  it('nobody before a hello', async () => {
    const window = new RawWindow(real.place);
    window.send({ type: 'orphans', id: 1, workspace: 'app' });
    await until(() => window.isClosed);
    assert.deepEqual(window.messages, []);
  });

  it('a window that sends nonsense is disconnected, and nobody else is disturbed', async () => {
    const nonsense = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc.record({ type: fc.constantFrom('start', 'input', 'resize', 'read', 'end', 'orphans', 'ping', 'hello'), id: fc.anything(), key: fc.anything(), size: fc.anything(), data: fc.anything(), count: fc.anything() })
        .map((value) => Buffer.from(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)))),
    );
    const runs = Number(process.env['LOCALIX_FUZZ_RUNS'] ?? 40);
    await fc.assert(
      fc.asyncProperty(nonsense, fc.boolean(), async (bytes, isGreeted) => {
        const window = isGreeted ? await RawWindow.greeted(real.place) : new RawWindow(real.place);
        window.write(bytes);
        window.write('\n{"type":"no such message"}\n');
        await until(() => window.isClosed);
      }),
      { numRuns: runs },
    );
    const good = await RawWindow.greeted(real.place);
    good.send({ type: 'ping', id: 7 });
    await until(() => good.of('pong').length > 0);
    assert.equal(real.hosts().length, 1);
    await until(() => real.started().length === 1);
    good.close();
  });

  it('a line without an end is cut off', async () => {
    for (const isGreeted of [false, true]) {
      const window = isGreeted ? await RawWindow.greeted(real.place) : new RawWindow(real.place);
      const part = 'x'.repeat(1 << 20);
      while (!window.isClosed) {
        window.write(part);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  });

  it('a message in pieces is understood', async () => {
    const window = await RawWindow.greeted(real.place);
    for (const byte of Buffer.from('{"type":"ping","id":3,"more":"\u{1f600}"}\n')) {
      window.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => window.of('pong').length > 0);
    window.close();
  });

  it('its address is no other program\'s: a window that finds one there says so', async () => {
    const other = new RealHost();
    fs.mkdirSync(other.place.folder, { mode: 0o700 });
    fs.writeFileSync(other.place.token, 'token');
    const server = net.createServer((socket) => socket.end(`${JSON.stringify({ type: 'refused', reason: 'protocol', version: '9.9.9' })}\n`));
    await new Promise<void>((resolve) => server.listen(other.place.address, resolve));
    assert.deepEqual(await other.window().attach(other.request('exec cat'), size), { ok: false, code: 'other_host', detail: '9.9.9' });
    server.close();
    await other.end();
  });
});
