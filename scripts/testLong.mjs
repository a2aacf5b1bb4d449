import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { everyTest } from './changedTests.mjs';
import { ensureBuilt, ensureInstalled, environment, requireBootstrapNode, root } from './toolchain.mjs';

const HELP = `Usage: npm run test:long [-- --rounds N] [-- --seed S] [-- --kills N] [-- --cases N] [-- PATH…]

Runs the tests of chance in their whole length: kills of server, agent and database, soaks of the agent, and properties of hostile and
random input. npm test runs the same tests with fewer kills, seeds and cases. Takes some hours; ends with exit code 1 when a test fails.

  --rounds N  how often, each round with seeds of its own (default 1)
  --seed S    the seed of the first round, to repeat a failure (default: a new one, which is printed)
  --kills N   SIGKILLs of server, database and agent in random order (default 1000)
  --cases N   requests of the hostile run (npm run test:hostile) that ends each round; 0 leaves it out (default 300000)
  PATH…       only test files whose paths contain one of these, without the hostile run
  --list      print the test files without running them
  --help      print this`;

const numeric = ['rounds', 'seed', 'kills', 'cases'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    kills: { type: 'string', default: '1000' },
    cases: { type: 'string', default: '300000' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const wrong = numeric.find((name) => !/^\d{1,9}\d?$/.test(values[name]));

/** True for a file that imports testLength.mjs, or a file of a `testing` folder that does. */
function hasLongForm(path) {
  const text = readFileSync(path, 'utf8');
  if (text.includes('/testLength.mjs')) return true;
  const helpers = text.matchAll(/ from '(\.[^']*\/testing\/[^']+\.ts)'/g);
  return [...helpers].some(([, helper]) =>
    readFileSync(join(dirname(path), helper), 'utf8').includes('/testLength.mjs'),
  );
}

const longTests = () =>
  everyTest()
    .filter((path) => path.endsWith('.test.ts') && hasLongForm(join(root, path)))
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)));

/** Runs a command on this terminal. Resolves to true on success. */
async function run(command, args, env) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function main() {
  requireBootstrapNode();
  const files = longTests();
  if (files.length === 0) {
    console.error(`No test with a long form has a path with ${positionals.join(' or ')}.`);
    return 2;
  }
  if (values.list) {
    console.log(files.join('\n'));
    return 0;
  }
  await ensureInstalled();
  await ensureBuilt();
  let isGood = true;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const seed = String(Number(values.seed) + round);
    console.log(`Round ${round + 1} of ${values.rounds}, --seed ${seed}`);
    const env = {
      ...environment,
      SCOUT_TEST_LONG: 'on',
      SCOUT_TEST_SEED: seed,
      SCOUT_TEST_KILLS: values.kills,
    };
    // For tests without a timeout of their own, which precedes this one.
    isGood = (await run('vitest', ['run', '--testTimeout=3600000', ...files], env)) && isGood;
    if (positionals.length > 0 || values.cases === '0') continue;
    isGood = (await run('node', ['bench/fuzz.ts', '--cases', values.cases, '--seed', seed], env)) && isGood;
  }
  return isGood ? 0 : 1;
}

if (values.help) console.log(HELP);
else if (wrong) {
  console.error(`--${wrong} is a whole number.`);
  process.exitCode = 2;
} else process.exitCode = await main();
