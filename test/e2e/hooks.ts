import { nameScreenshots } from '../harness/screenshots';
import { stopBrowser } from './harness/browser';
import { photographAll } from './harness/workbench';

export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    nameScreenshots(this.currentTest?.fullTitle() ?? '');
  },
  async afterEach(this: Mocha.Context): Promise<void> {
    if (this.currentTest?.state === 'failed') await photographAll();
  },
  afterAll: stopBrowser,
};
