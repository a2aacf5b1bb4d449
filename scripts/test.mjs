import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStaticChecks } from './checks.mjs';
import { slowest } from './reports.mjs';
import { runEndToEnd, runVitest } from './suites.mjs';
import {
  describeMissing,
  findTool,
  hasTool,
  installTestTools,
  printNotTested,
  readLeftOut,
} from './testTools.mjs';
import { ensureBuilt, ensureInstalled, environment, requireBootstrapNode, root } from './toolchain.mjs';

/** Maximum failures in the stages with processes that are retried separately, for diagnosis. More of them have a common cause. */
const TRIED_ALONE = 3;

/**
 * `npm test`: all stages, fastest feedback first. Continues after a failure, ends with the totals. A failure remains one, even if
 * the file passes separately (docs/decisions/1400).
 */
requireBootstrapNode();
await ensureInstalled();
if (process.env.SCOUT_TEST_INSTALL !== 'off') await installTestTools({ services: false });
printNotTested(describeMissing());

const started = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'scout-test-'));
// Every process of the run records omitted tests here.
const leftOut = join(folder, 'left-out.txt');
// Tests start servers and agents by the hundred: caches Node's compiled code.
const compiled = join(root, 'node_modules', '.cache', 'scout-compiled');
for (const env of [process.env, environment]) {
  Object.assign(env, { SCOUT_LEFT_OUT: leftOut, NODE_COMPILE_CACHE: compiled });
}

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const passedAlone = [];
const tests = [];
const durations = [];
const secondsSince = (time) => (Date.now() - time) / 1000;
/** Runs a stage and continues after a failure. Returns its counts. */
async function run(name, stage) {
  const begun = Date.now();
  const tally = await stage().catch((error) => {
    console.error(error.message);
    return { failed: 1, failures: [error.message] };
  });
  durations.push([name, secondsSince(begun)]);
  tests.push(...(tally.tests ?? []));
  return tally;
}
function add(tally) {
  for (const key of Object.keys(total)) total[key] += tally[key] ?? 0;
  failures.push(...(tally.failures ?? []));
}

add(await run('static checks', runStaticChecks));
add(await run('unit', () => runVitest('unit')));
add(
  await run('build', async () => {
    await ensureBuilt();
    return {};
  }),
);
const endToEnd = async (files) => (hasTool('chromium') ? runEndToEnd(findTool('chromium'), files) : {});
const stages = {
  database: (files) => runVitest('database', files),
  'end to end': endToEnd,
  integration: (files) => runVitest('integration', files),
};
// Sequentially, each with as many workers as a small machine has cores: concurrently, every page and timer would wait.
const tallies = [];
for (const [name, stage] of Object.entries(stages)) tallies.push([name, await run(name, stage)]);
const mayTryAlone = tallies.reduce((sum, [, { failed = 0 }]) => sum + failed, 0) <= TRIED_ALONE;
for (const [name, tally] of tallies) {
  add(tally);
  const files = tally.failedFiles ?? [];
  if (!mayTryAlone || files.length === 0) continue;
  console.log(`\nOnce more, alone: ${files.join(', ')}`);
  const again = await run(`${name} alone`, () => stages[name](files));
  if (again.failed === 0) passedAlone.push(...files);
}
printNotTested(readLeftOut(leftOut));
rmSync(folder, { recursive: true, force: true });
const row = (seconds, name) => `  ${seconds.toFixed(1).padStart(7)} s  ${name}`;
console.log('\nSlowest tests:');
for (const { seconds, name } of slowest(tests, 20)) console.log(row(seconds, name));
console.log('\nStages:');
for (const [name, seconds] of durations) console.log(row(seconds, name));
if (passedAlone.length > 0) console.log(`\nPassed alone, and count as failed: ${passedAlone.join(', ')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
console.log(`\nTook ${Math.round(secondsSince(started))} s.`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 ? 1 : 0);
