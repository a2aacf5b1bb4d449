import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dateStages, describeDate, otherDates, readDate, runStageAt } from './otherDates.mjs';
import { hasTool, installTestTools, printNotTested, readLeftOut } from './testTools.mjs';
import { ensureBuilt, ensureInstalled, environment, requireBootstrapNode } from './toolchain.mjs';

const HELP = `Usage: npm run test:dates [-- OPTION…]

Runs the unit and database tests and a part of the browser tests at other dates, with Debian's faketime: tomorrow, in 45 and 400 days,
February 28 and 29, a minute before both changes of daylight saving in Zurich and New York and before midnight, December 31. Programs
start at the date and their clocks go on. Ends with a table; exit code 1 when a test fails.

  --date DATE   only this one; may be repeated: a name of --list, 2028-02-29 (noon UTC) or 2028-02-29T23:59Z
  --stage NAME  only this stage; may be repeated: ${Object.keys(dateStages).join(', ')}
  --seed N      seed of random input (default: a new one, which is printed)
  --list        print the dates, counted from today, without running anything
  --help        print this`;

class OptionError extends Error {}

function readOptions() {
  try {
    return parseArgs({
      options: {
        date: { type: 'string', multiple: true },
        stage: { type: 'string', multiple: true, default: Object.keys(dateStages) },
        seed: { type: 'string', default: process.env.SCOUT_TEST_SEED ?? String(randomInt(1, 2 ** 31)) },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError(error.message);
  }
}

/** The table at the end: a line for each date, a column for each stage. */
function printTable(rows, stages) {
  const column = (text) => String(text).padEnd(26);
  console.log(`\n${column('')}${stages.map(column).join('')}`);
  for (const { date, tallies } of rows) {
    const cells = tallies.map(({ passed = 0, failed = 0 }) => column(`${passed} passed, ${failed} failed`));
    console.log(`${column(date.name)}${cells.join('')}`);
  }
}

async function main() {
  const values = readOptions();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const now = Date.now();
  const dates = values.date?.map((text) => readDate(text, now)) ?? otherDates(now);
  const unknown = dates.indexOf(undefined);
  if (unknown >= 0)
    throw new OptionError(
      `--date is a name of --list, a date or an instant of UTC, not ${values.date[unknown]}.`,
    );
  const wrong = values.stage.find((name) => !Object.hasOwn(dateStages, name));
  if (wrong) throw new OptionError(`--stage is one of ${Object.keys(dateStages).join(', ')}, not ${wrong}.`);
  if (!/^\d{1,10}$/.test(values.seed)) throw new OptionError('--seed is a whole number.');
  if (values.list) {
    for (const date of dates) console.log(describeDate(date));
    return 0;
  }

  requireBootstrapNode();
  await ensureInstalled();
  if (process.env.SCOUT_TEST_INSTALL !== 'off') await installTestTools({ services: false });
  const folder = mkdtempSync(join(tmpdir(), 'scout-dates-'));
  const variables = { SCOUT_TEST_SEED: values.seed, SCOUT_LEFT_OUT: join(folder, 'left-out.txt') };
  for (const env of [process.env, environment]) Object.assign(env, variables);
  const rows = [];
  if (hasTool('faketime')) {
    console.log(`Seed: ${values.seed}`);
    await ensureBuilt();
    for (const date of dates) {
      const tallies = [];
      for (const stage of values.stage) tallies.push(await runStageAt(stage, date));
      rows.push({ date, tallies });
    }
  }
  printNotTested(readLeftOut(variables.SCOUT_LEFT_OUT));
  rmSync(folder, { recursive: true, force: true });
  const all = rows.flatMap(({ date, tallies }) => tallies.map((tally) => ({ date, tally })));
  for (const { date, tally } of all)
    for (const { name, message } of tally.failures ?? [])
      console.log(
        `\nFailed at ${describeDate(date)}: ${name}\n  ${message.split('\n').slice(0, 6).join('\n  ')}`,
      );
  printTable(rows, values.stage);
  const sum = (key) => all.reduce((total, { tally }) => total + (tally[key] ?? 0), 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`${error.message}\nnpm run test:dates -- --help lists the options.`);
  process.exit(2);
}
