import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matcher } from '../../../src/external/filter';
import { session } from './sessions';

const one = session('01a22c1e-b6f6', { title: 'Diagnose flaky Login test', folder: '/home/dev/app/packages/web' });
const matches = (text: string): boolean => matcher(text)(one);

describe('X5 The filter', () => {
  it('finds words of the title, the folder and the id, in any case', () => {
    for (const text of ['login', 'FLAKY', 'packages/WEB', '01A22c', 'c1e-b6']) assert.equal(matches(text), true, text);
    for (const text of ['logout', '01a23', '/home/dev/api']) assert.equal(matches(text), false, text);
  });

  it('wants every word, wherever each is', () => {
    assert.equal(matches('web  login\t01a2'), true);
    assert.equal(matches('web login copilot'), false);
  });

  it('finds no word that goes from one field into the next', () => {
    assert.equal(matches('test/home'), false);
    assert.equal(matches('web01a'), false);
  });

  it('lets all pass when nothing is typed', () => {
    for (const text of ['', ' ', '\t\n']) assert.equal(matches(text), true);
  });

  it('knows letters of other scripts and accents however they are written', () => {
    const greek = matcher('ΟΔΟΣ');
    assert.equal(greek(session('1', { title: 'οδος' })), true);
    assert.equal(matcher('οδοσ')(session('1', { title: 'ΟΔΟΣ' })), true);
    assert.equal(matcher('caf\u00e9')(session('1', { title: 'Cafe\u0301' })), true);
    assert.equal(matcher('cafe')(session('1', { title: 'Caf\u00e9' })), true);
    assert.equal(matcher('caf\u00e9')(session('1', { title: 'Cafe' })), false);
  });

  it('searches a session without a folder', () => {
    assert.equal(matcher('null')(session('1', { title: 'x', folder: null })), false);
  });

  it('finds any part of a title, and fewer sessions with every word more', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', 'c', ' ', '.', '(', '$', 'é', 'ß') });
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (title, more, from, length) => {
        const of = session('1', { title, folder: null });
        assert.equal(matcher(title.slice(from % (title.length + 1)).slice(0, length))(of), true);
        if (matcher(`${title} ${more}`)(of)) assert.equal(matcher(more)(of), true);
      }),
    );
  });
});
