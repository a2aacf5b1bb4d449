import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { baseOf, testsSince } from './changedTests.mjs';
import { runStaticChecks } from './checks.mjs';
import { runOtherDate } from './otherDates.mjs';
import { runEndToEnd, runVitest } from './suites.mjs';
import { HELP, OptionError, readTestOptions, STAGES } from './testOptions.mjs';
import { runStages, summarize } from './testRun.mjs';
import {
  describeMissing,
  findTool,
  hasTool,
  installTestTools,
  printNotTested,
  readLeftOut,
} from './testTools.mjs';
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  pinnedNode,
  requireBootstrapNode,
  root,
} from './toolchain.mjs';
import { testWorkers } from './workers.mjs';

/** The first try of a flaky test: Playwright's trace, or the failure's message in a file. Returns its place. */
function keepFirstTry({ trace, message }, number) {
  if (trace) return trace;
  const file = join(root, 'test-results', `first-try-${number}.txt`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(file, message);
  return relative(root, file);
}

/** Decides for the whole run whether test databases are in memory (packages/testkit/src/scratch.ts), and says so. */
function decideScratch() {
  const module = pathToFileURL(join(root, 'packages', 'testkit', 'src', 'scratch.ts')).href;
  const script = `import { scratchRoot } from '${module}'; scratchRoot(); console.log(scratchRoot());`;
  const { stdout } = spawnSync(pinnedNode, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  if (lines.length > 1) console.log(lines[0]);
  return lines.at(-1);
}

/** The stages of a run, fastest feedback first. Browser and integration stages build what they start. */
function stagesOf({ stages, shard, selected, seed }) {
  const part = shard && `${shard.index}/${shard.count}`;
  const isFirst = shard === undefined || shard.index === 1;
  const isWanted = (name) => stages.includes(name) && selected?.[name]?.length !== 0;
  const vitest = (project, alone) => runVitest(project, { files: selected?.[project], shard: part, alone });
  const browser = async (alone, number) =>
    hasTool('chromium')
      ? runEndToEnd(findTool('chromium'), { files: selected?.browser, shard: part, alone, number })
      : {};
  const every = {
    static: isFirst && [{ name: STAGES.static, run: runStaticChecks }],
    unit: [{ name: STAGES.unit, run: () => vitest('unit') }],
    build: [{ name: 'build', run: () => ensureBuilt().then(() => ({})) }],
    database: [
      {
        name: STAGES.database,
        run: () => vitest('database'),
        alone: (failure) => vitest('database', failure),
      },
    ],
    browser: [{ name: STAGES.browser, run: () => browser(), alone: browser }],
    integration: [
      {
        name: STAGES.integration,
        run: () => vitest('integration'),
        alone: (failure) => vitest('integration', failure),
      },
    ],
    dates: isFirst && !selected && [{ name: STAGES.dates, run: () => runOtherDate(seed) }],
  };
  return Object.entries(every).flatMap(([name, list]) => {
    const needed = name === 'build' ? isWanted('browser') || isWanted('integration') : isWanted(name);
    return (needed && list) || [];
  });
}

/** `npm test`: all stages, or a part of them (testOptions.mjs). Ends with the totals. */
async function main() {
  const options = readTestOptions(process.argv.slice(2));
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  requireBootstrapNode();
  const base = options.changed === undefined ? undefined : baseOf(options.changed);
  await ensureInstalled();
  if (process.env.SCOUT_TEST_INSTALL !== 'off') await installTestTools({ services: false });
  printNotTested(describeMissing());

  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'scout-test-'));
  const seed = options.seed ?? Number(process.env.SCOUT_TEST_SEED ?? randomInt(1, 2 ** 31));
  const variables = {
    // Every process of the run records omitted tests here.
    SCOUT_LEFT_OUT: join(folder, 'left-out.txt'),
    // Tests start servers and agents by the hundred: caches Node's compiled code.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'scout-compiled'),
    // One for the run: names of tests contain it, and a second try looks for the same name.
    SCOUT_TEST_SEED: String(seed),
    SCOUT_TEST_WORKERS: String(options.workers ?? testWorkers()),
    SCOUT_TEST_SCRATCH: decideScratch(),
  };
  for (const env of [process.env, environment]) Object.assign(env, variables);
  console.log(`\nWorkers: ${variables.SCOUT_TEST_WORKERS}, seed: ${seed} (--workers and --seed set others).`);

  const selected = base === undefined ? undefined : await testsSince(base);
  for (const [name, files] of Object.entries(selected ?? {}))
    console.log(`Changed since ${base.slice(0, 12)}: ${files.length} files of the stage ${name}`);
  const run = await runStages(stagesOf({ ...options, selected, seed }), { keep: keepFirstTry });
  printNotTested(readLeftOut(variables.SCOUT_LEFT_OUT));
  rmSync(folder, { recursive: true, force: true });
  const { lines, failed } = summarize(run, (Date.now() - started) / 1000);
  for (const line of lines) console.log(line);
  return failed > 0 ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\nnpm test -- --help lists the options.`);
  process.exit(2);
}
