// A mocha reporter that prints failures in full and writes its counts to the file named by SEGUE_TALLY.
const fs = require('node:fs');
const Mocha = require('mocha');

class TallyReporter extends Mocha.reporters.Base {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    const slow = [];
    runner.on('pending', (test) => skipped.push(test.fullTitle()));
    runner.on('pass', (test) => {
      if (test.duration > 2000) slow.push(`${test.fullTitle()} (${Math.round(test.duration / 100) / 10} s)`);
    });
    // Inside an extension host only the console is heard.
    runner.on('fail', (test) => Mocha.reporters.Base.consoleLog(`  failed: ${test.fullTitle()}`));
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      if (failures > 0) Mocha.reporters.Base.list(this.failures);
      const tally = { passed: passes, failed: failures, skipped: pending, titles: skipped, slow };
      if (process.env.SEGUE_TALLY) fs.writeFileSync(process.env.SEGUE_TALLY, JSON.stringify(tally));
    });
  }
}

module.exports = TallyReporter;
