// Mocha's spec reporter, which also writes what it counted into the file named by LOCALIX_TEST_RESULT.
const fs = require('node:fs');
const Mocha = require('mocha');

module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const count = { passed: 0, failed: 0, skipped: 0 };
    runner.on('pass', () => count.passed++);
    runner.on('fail', () => count.failed++);
    runner.on('pending', () => count.skipped++);
    // Written when the run is over: a process that ends before has no result.
    const file = process.env.LOCALIX_TEST_RESULT;
    runner.once('end', () => {
      if (file) fs.writeFileSync(file, JSON.stringify(count));
    });
  }
};
