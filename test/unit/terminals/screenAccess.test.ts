import assert from 'node:assert/strict';
import { Screens } from '../../../src/terminals/screens';
import { lookLimits, type TerminalLook, type WaitCondition, type Waited } from '../../../src/terminals/terminalLook';
import { must, refusal } from '../store/storeFolder';
import { RealHost, until } from './realHost';

const size = { columns: 40, rows: 5 };

describe('P16 The screens of terminals, for tools', () => {
  let real: RealHost;
  let screens: Screens;
  let isPlain = false;
  const never = new AbortController().signal;
  beforeEach(() => {
    real = new RealHost();
    isPlain = false;
    screens = new Screens({ host: real.window(), terminals: { isPlain: () => isPlain } });
  });
  afterEach(() => real.end());

  /** Another window shows the terminal. */
  const start = async (script: string, columns = size.columns): Promise<void> => void must(await real.window().attach(real.request(script), { ...size, columns }));
  const look = async (lines?: number): Promise<TerminalLook> => must(await screens.look('codex:1', lines));
  const wait = async (condition: Partial<WaitCondition>, lines?: number): Promise<Waited> => must(await screens.wait('codex:1', condition, never, lines));

  it('are read as text, without colours, a wrapped line as one, and with what scrolled away', async () => {
    await start(`printf '\\033[1;31mred\\033[0m   \\n'; printf '%050d\\n' 7; seq 1 6; printf 'last'; exec cat`);
    await wait({ patterns: ['last'] });
    const whole = `red\n${'7'.padStart(50, '0')}\n1\n2\n3\n4\n5\n6\nlast`;
    assert.deepEqual(await look(), { text: whole, omitted: 0, ...size, cursor: { column: 4, row: 4 }, isRunning: true });
    assert.deepEqual([(await look(2)).text, (await look(2)).omitted], ['6\nlast', 7]);
  });

  it('are cut to the limit of text from above', async () => {
    await start(`for i in $(seq 1 300); do printf '%0400d\\n' $i; done; echo done; exec cat`, 401);
    const { look: end } = await wait({ patterns: ['done'] });
    assert.ok(end.text.length <= lookLimits.text && end.text.length > lookLimits.text - 500);
    assert.ok(end.omitted > 0 && end.text.endsWith('0300\ndone'));
  });

  it('stay as they were at the end of the process', async () => {
    await start('echo bye; exit 3');
    const { outcome, look: end } = await wait({ patterns: ['never'] });
    assert.deepEqual([outcome, end.text, end.isRunning], ['ended', 'bye', false]);
    assert.deepEqual(refusal(await screens.send('codex:1', 'x')), ['terminal_ended', '']);
  });

  it('show what an answer to an input brings: a pattern on one line, with anything in between', async () => {
    await start('stty -echo; printf "name? "; read name; sleep 0.2; echo "hello $name, welcome"; exec cat');
    assert.equal((await wait({ patterns: ['name?'] })).outcome, 'matched');
    must(await screens.send('codex:1', 'Ada\r'));
    const { outcome, look: answer } = await wait({ patterns: ['nobody', 'hello*, welcome'] }, 1);
    assert.deepEqual([outcome, answer.text], ['matched', 'name? hello Ada, welcome']);
    assert.equal((await wait({ patterns: ['name?*name?', 'welcome*hello', 'hello\nwelcome'], patience: 1 })).outcome, 'timeout');
  });

  it('are quiet when nothing was written for a while, not before', async () => {
    await start('for i in 1 2 3 4 5; do echo $i; sleep 0.1; done; exec cat');
    const { outcome, look: quiet } = await wait({ quiet: 400 });
    assert.deepEqual([outcome, quiet.text], ['quiet', '1\n2\n3\n4\n5']);
  });

  it('are waited for until nobody waits any more', async () => {
    await start('exec cat');
    const cancelled = new AbortController();
    const waits = Array.from({ length: lookLimits.waits }, () => screens.wait('codex:1', { patterns: ['never'] }, cancelled.signal));
    await until(() => real.started().length > 0);
    assert.deepEqual(refusal(await screens.wait('codex:1', { patterns: ['one too many'] }, never)), ['terminal_gone', '']);
    cancelled.abort();
    for (const result of await Promise.all(waits)) assert.deepEqual(refusal(result), ['terminal_gone', '']);
    must(await screens.send('codex:1', 'there is room again\r'));
    assert.equal((await wait({ patterns: ['room again'] })).outcome, 'matched');
  });

  it('are kept by this window where it runs the process itself, and nowhere for an unknown key', async () => {
    await start('exec cat');
    for (const result of [await screens.look('codex:2'), await screens.send('codex:2', 'x'), await screens.wait('codex:2', {}, never)]) assert.deepEqual(refusal(result), ['terminal_gone', '']);
    assert.deepEqual(refusal(await screens.send('codex:1', 'x'.repeat(65_537))), ['too_long', '65536']);
    isPlain = true;
    for (const result of [await screens.look('codex:1'), await screens.send('codex:1', 'x'), await screens.wait('codex:1', {}, never)]) assert.deepEqual(refusal(result), ['screen_unavailable', '']);
  });
});
