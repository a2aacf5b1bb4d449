import { slowest } from './reports.mjs';

/** Most failures beside other tests that are tried once more, and most flaky tests of a green run. More have a common cause. */
export const MOST_FLAKY = 3;

/** Lines of a failure's message repeated at the end of a run. */
const MESSAGE_LINES = 30;

/**
 * A stage of a run. `run` returns its tally (reports.mjs). `alone` runs one failure of it again by itself, with its number for
 * names of files; a stage without it never gets a second try.
 * @typedef {{name: string, run: () => Promise<object>, alone?: (failure: object, number: number) => Promise<object>}} Stage
 */

/**
 * The failures that get a second try: all of the stages that may have one, or none if there are too many.
 * @param {readonly {stage: Stage, tally: object}[]} results
 */
export function secondTries(results) {
  const retried = results.filter(({ stage }) => stage.alone);
  const failed = retried.reduce((sum, { tally }) => sum + (tally.failed ?? 0), 0);
  if (failed > MOST_FLAKY) return [];
  return retried.flatMap(({ stage, tally }) =>
    (tally.failures ?? [])
      .filter(({ file }) => file !== undefined)
      .map((failure) => ({ stage, tally, failure })),
  );
}

/** Counts of a stage whose failure passed alone: those of the second try replace those of the first. */
export function settled(tally, failure, again) {
  // The second try of one test skips the others of its file.
  const counts = failure.test === undefined ? again : { passed: 1, failed: 0, skipped: 0 };
  const after = (key) => tally[key] - failure.counts[key] + counts[key];
  return {
    ...tally,
    passed: after('passed'),
    failed: after('failed'),
    skipped: after('skipped'),
    failures: tally.failures.filter((each) => each !== failure),
  };
}

/**
 * Runs stages in order, continues after a failure, then gives failures their second try (docs/decisions/1401).
 * @param {readonly Stage[]} stages
 * @param {object} options
 * @param {(failure: object, number: number) => string | undefined} options.keep stores what the first try left, and returns the place
 */
export async function runStages(stages, { keep = () => undefined, print = console.log } = {}) {
  const durations = [];
  const run = async (name, work) => {
    const begun = Date.now();
    const tally = await work().catch((error) => {
      print(error.message);
      return { failed: 1, failures: [{ name: `${name}: ${error.message}`, message: '' }] };
    });
    durations.push([name, (Date.now() - begun) / 1000]);
    return { passed: 0, failed: 0, skipped: 0, failures: [], tests: [], ...tally };
  };
  const results = [];
  for (const stage of stages) results.push({ stage, tally: await run(stage.name, stage.run) });
  const flaky = [];
  const failedTwice = [];
  for (const [index, { stage, failure }] of secondTries(results).entries()) {
    const number = index + 1;
    const place = keep(failure, number);
    print(`\nOnce more, alone: ${failure.name}`);
    const again = await run(`${stage.name}, alone`, () => stage.alone(failure, number));
    if (again.failed > 0 || again.passed === 0) {
      failedTwice.push(failure.name);
      continue;
    }
    flaky.push({ name: failure.name, place });
    const result = results.find((each) => each.stage === stage);
    result.tally = settled(result.tally, failure, again);
  }
  return { results, flaky, failedTwice, durations };
}

/** The words `1 test` or `2 tests`. */
const tests = (count) => `${count} ${count === 1 ? 'test' : 'tests'}`;

/**
 * The lines at the end of a run. The last one is `N passed, N failed`, alone.
 * @param {object} run the result of runStages
 * @param {number} seconds
 * @returns {{lines: string[], failed: number}}
 */
export function summarize({ results, flaky, failedTwice, durations }, seconds) {
  const tallies = results.map(({ tally }) => tally);
  const total = (key) => tallies.reduce((sum, tally) => sum + tally[key], 0);
  const row = (time, name) => `  ${time.toFixed(1).padStart(7)} s  ${name}`;
  const counts = new Map(
    results.map(({ stage, tally }) => [stage.name, tally.passed + tally.failed + tally.skipped]),
  );
  const failures = tallies.flatMap((tally) => tally.failures);
  const lines = [
    '\nSlowest tests:',
    ...slowest(
      tallies.flatMap((tally) => tally.tests),
      20,
    ).map((test) => row(test.seconds, test.name)),
    '\nStages:',
    ...durations.map(([name, time]) =>
      row(time, counts.get(name) ? `${name}, ${tests(counts.get(name))}` : name),
    ),
  ];
  if (failures.length > 0) lines.push('\nFailed:');
  for (const { name, message } of failures) {
    lines.push(`  ${[name, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ').trimEnd()}`);
  }
  if (failedTwice.length > 0) lines.push('\nFailed alone too:', ...failedTwice.map((name) => `  ${name}`));
  if (flaky.length > 0) {
    lines.push(
      `\nFlaky: ${tests(flaky.length)} failed beside others and passed alone. Each is a defect, mended before anything else:`,
    );
    for (const { name, place } of flaky) lines.push(`  ${name}${place ? `\n    first try: ${place}` : ''}`);
  }
  lines.push(
    `\nTook ${Math.round(seconds)} s.`,
    `${total('passed')} passed, ${total('failed')} failed${total('skipped') ? `, ${total('skipped')} skipped` : ''}`,
  );
  return { lines, failed: total('failed') };
}
