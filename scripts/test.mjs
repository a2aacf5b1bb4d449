import { runStaticChecks } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { runEndToEnd, runVitest } from './suites.mjs';
import { ensureBuilt, ensureInstalled, requireBootstrapNode } from './toolchain.mjs';

/** `npm test`: everything, in the order in which a fault is cheapest to find. Goes on after a failure, ends with the sum. */
requireBootstrapNode();
await ensureInstalled();
const started = Date.now();
const total = { passed: 0, failed: 0, skipped: 0 };
const stages = [
  runStaticChecks,
  () => runVitest('unit'),
  () => runVitest('database'),
  async () => {
    await ensureBuilt();
    return runVitest('integration');
  },
  async () => runEndToEnd(await findChromium()),
];
for (const stage of stages) {
  const tally = await stage().catch((error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  for (const key of Object.keys(total)) total[key] += tally[key] ?? 0;
}
console.log(`\nTook ${Math.round((Date.now() - started) / 1000)} s.`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 ? 1 : 0);
