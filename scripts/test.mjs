import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStaticChecks } from './checks.mjs';
import { runEndToEnd, runVitest } from './suites.mjs';
import {
  describeMissing,
  findTool,
  hasTool,
  installTestTools,
  printNotTested,
  readLeftOut,
} from './testTools.mjs';
import { ensureBuilt, ensureInstalled, environment, requireBootstrapNode } from './toolchain.mjs';

/** `npm test`: everything, in the order in which a fault is cheapest to find. Goes on after a failure, ends with the sum. */
requireBootstrapNode();
await ensureInstalled();
if (process.env.SCOUT_TEST_INSTALL !== 'off') await installTestTools({ services: false });
printNotTested(describeMissing());

const started = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'scout-test-'));
// Every process of the run notes here which tests it left out.
const leftOut = join(folder, 'left-out.txt');
process.env.SCOUT_LEFT_OUT = leftOut;
environment.SCOUT_LEFT_OUT = leftOut;

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const stages = [
  runStaticChecks,
  () => runVitest('unit'),
  () => runVitest('database'),
  async () => {
    await ensureBuilt();
    return runVitest('integration');
  },
  async () => {
    if (!hasTool('chromium')) return {};
    await ensureBuilt();
    return runEndToEnd(findTool('chromium'));
  },
];
for (const stage of stages) {
  const tally = await stage().catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1, failures: [error.message] };
  });
  for (const key of Object.keys(total)) total[key] += tally[key] ?? 0;
  failures.push(...(tally.failures ?? []));
}
printNotTested(readLeftOut(leftOut));
rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
console.log(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 ? 1 : 0);
