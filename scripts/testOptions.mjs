import { parseArgs } from 'node:util';

/** Names of stages for --stage, in their order, and their names in the output. */
export const STAGES = {
  static: 'static checks',
  unit: 'unit',
  database: 'database',
  browser: 'end to end',
  integration: 'integration',
  dates: 'another date',
};

export const HELP = `Usage: npm test [-- OPTION…]

Runs every test, fastest feedback first: static checks, unit, database, browser and integration tests, and a few at another date.
A test of the database, browser and integration stages that fails beside others runs once more, alone, at the end. If it passes then, it
is flaky: it is named, and the run is green with at most three of them.

  --shard 1/3      only the first third of the tests, for several machines; each number from 1 to 3 once runs everything.
                   Static checks and the other date belong to the first part
  --changed [REV]  only what a change touches: static checks, tests that import changed files or read files of the repository, and the
                   browser tests of changed folders (scripts/browserTests.mjs). REV is compared with the files as they are; default:
                   where this branch left main. The other date is left out
  --stage NAME     only this stage; may be repeated: ${Object.keys(STAGES).join(', ')}
  --workers N      processes of a stage (default: the cores of this machine)
  --seed N         seed of random input and of the other date, to repeat a failure (default: a new one, which is printed)
  --help           print this`;

/** An option that cannot be understood; its message is for the person who typed it. */
export class OptionError extends Error {}

const whole = (name, value) => {
  if (value !== undefined && !/^[1-9]\d{0,9}$/.test(value))
    throw new OptionError(`--${name} is a whole number from 1.`);
  return value === undefined ? undefined : Number(value);
};

function shardOf(value) {
  if (value === undefined) return undefined;
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
  if (!index || Number(index) > Number(count))
    throw new OptionError('--shard is a part of parts, such as 1/3 or 3/3.');
  return { index: Number(index), count: Number(count) };
}

/**
 * Options of `npm test`. Throws an OptionError.
 * @param {readonly string[]} args
 */
export function readTestOptions(args) {
  // A revision after --changed is optional, which parseArgs does not know.
  const written = args.map((arg, index) => {
    const next = args[index + 1];
    return arg === '--changed' && (next === undefined || next.startsWith('-')) ? '--changed=' : arg;
  });
  let values;
  try {
    ({ values } = parseArgs({
      args: written,
      options: {
        shard: { type: 'string' },
        changed: { type: 'string' },
        stage: { type: 'string', multiple: true },
        workers: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new OptionError(error.message);
  }
  const { shard, changed, stage = Object.keys(STAGES), workers, seed, help } = values;
  const unknown = stage.find((name) => !Object.hasOwn(STAGES, name));
  if (unknown !== undefined)
    throw new OptionError(`--stage is one of ${Object.keys(STAGES).join(', ')}, not ${unknown}.`);
  return {
    help,
    shard: shardOf(shard),
    changed,
    stages: Object.keys(STAGES).filter((name) => stage.includes(name)),
    workers: whole('workers', workers),
    seed: whole('seed', seed),
  };
}
