import { runStaticChecks } from './checks.mjs';
import { runVitest } from './suites.mjs';
import { ensureInstalled, requireBootstrapNode } from './toolchain.mjs';

/** `npm run check`: lint, types and the unit tests. */
requireBootstrapNode();
await ensureInstalled();
const tallies = [await runStaticChecks(), await runVitest('unit')];
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
