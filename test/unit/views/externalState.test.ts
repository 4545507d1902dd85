import assert from 'node:assert/strict';
import type { Session } from '../../../src/external/session';
import { externalState } from '../../../src/views/externalState';

const empty = (state: 'loading' | 'ready' | 'failed') => ({ state, sessions: [] });
const rows = (state: 'loading' | 'ready' | 'failed') => ({ state, sessions: [{} as Session] });

describe('X10 What the External view is in', () => {
  it('loads until agents and histories have been looked for', () => {
    assert.equal(externalState([empty('loading')], 2), 'loading');
    assert.equal(externalState([empty('ready'), empty('loading')], 2), 'loading');
    assert.equal(externalState([empty('ready')], undefined), 'loading');
  });

  it('says what is missing when there are no rows', () => {
    assert.equal(externalState([empty('ready')], 0), 'no_agents');
    assert.equal(externalState([empty('ready')], 2), 'no_sessions');
    assert.equal(externalState([empty('failed')], 2), 'failed');
  });

  it('shows rows as soon as there are any, also those of before a failure', () => {
    assert.equal(externalState([empty('loading'), rows('ready')], undefined), 'ready');
    assert.equal(externalState([rows('failed')], 2), 'ready');
  });
});
