import { nameScreenshots } from '../harness/screenshots';
import { stopShared } from './harness/shared';

export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    nameScreenshots(this.currentTest?.fullTitle() ?? '');
  },
  afterAll: stopShared,
};
