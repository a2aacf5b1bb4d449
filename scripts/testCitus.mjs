import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { integrationOnCitus, leftOut } from './citus/leftOut.mjs';
import { ensureBuilt, ensureInstalled, environment, requireBootstrapNode, root } from './toolchain.mjs';

const HELP = `Usage: CITUS_URL=postgresql://… npm run test:citus [-- PATH…]

Runs the tests of the database, of nodes that die or change, and of ingest under kills on a cluster of Citus: test databases are made on all of its
nodes, with their tables of events distributed. CITUS_URL is a superuser's address of its coordinator, in whose database the nodes are
registered, under addresses that this machine reaches; one run at a time. scripts/citus/compose.yaml has such a cluster. Without
CITUS_URL nothing runs. Ends with what is left out, and why; exit code 1 when a test fails.

  PATH…   only test files whose paths contain one of these
  --list  print what is left out, without running anything
  --help  print this`;

const NONE =
  'No cluster: CITUS_URL is not set, so nothing was tested (docker compose -f scripts/citus/compose.yaml up --detach --wait starts one).';

/** Arguments of vitest, stage by stage. */
function stages(paths) {
  const isWanted = (file) => paths.length === 0 || paths.some((path) => file.includes(path));
  const kills = integrationOnCitus.filter(isWanted);
  return [
    ['--project', 'citus', ...paths],
    ['--project', 'database', ...paths],
    ...(kills.length > 0 ? [['--project', 'integration', ...kills]] : []),
  ];
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function run(args) {
  const names = leftOut.map(({ test }) => escaped(test)).join('|');
  const pattern = ['--testNamePattern', `^(?!.*(?:${names}))`];
  const child = spawn('vitest', ['run', '--passWithNoTests', ...args, ...pattern], {
    cwd: root,
    env: { ...environment, CITUS_URL: process.env.CITUS_URL },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

function printLeftOut() {
  console.log('\nLeft out on Citus:');
  for (const { test, reason } of leftOut) console.log(`  ${test}: ${reason}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

if (values.help) console.log(HELP);
else if (values.list) printLeftOut();
else if (!process.env.CITUS_URL) console.log(NONE);
else {
  requireBootstrapNode();
  await ensureInstalled();
  await ensureBuilt();
  let isGreen = true;
  for (const args of stages(positionals)) isGreen = (await run(args)) && isGreen;
  printLeftOut();
  process.exitCode = isGreen ? 0 : 1;
}
