import { stripVTControlCharacters } from 'node:util';

/** Lines of a failure's message repeated at the end of a run. */
const MESSAGE_LINES = 30;

const failureOf = (name, message = '') =>
  [name, ...stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES)].join('\n    ');

/**
 * Counts, failures and durations from the JSON report of a Vitest run, and the files of the failed tests: none if something else
 * also failed. File names are relative to `root`.
 */
export function readVitestReport(report, root) {
  const files = report.testResults.map((file) => ({ ...file, name: file.name.replace(`${root}/`, '') }));
  // A file that fails to load has no tests: it counts as one failure.
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${name}: ${test.fullName}` })),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => failureOf(name, message)),
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ name, failureMessages }) => failureOf(name, failureMessages[0])),
    ],
    failedFiles:
      broken.length > 0 ? [] : files.filter(({ status }) => status === 'failed').map(({ name }) => name),
    tests: tests.map(({ name, duration }) => ({ name, seconds: (duration ?? 0) / 1000 })),
  };
}

/** The same from the JSON report of a Playwright run. */
export function readPlaywrightReport({ config, stats, errors, suites }, root) {
  const folder = config.rootDir.replace(`${root}/`, '');
  const specs = suites
    .flatMap((suite) => specsOf(suite))
    .map((spec) => ({ ...spec, name: `${folder}/${spec.name}` }));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...specs.filter(({ ok }) => !ok).map(({ name, error }) => failureOf(name, error)),
      ...errors.map(({ message }) => failureOf('outside of a test', message)),
    ],
    failedFiles:
      errors.length > 0
        ? []
        : [...new Set(specs.filter(({ ok }) => !ok).map(({ file }) => `${folder}/${file}`))],
    tests: specs.map(({ name, seconds }) => ({ name, seconds })),
  };
}

/** The tests of a suite in Playwright's report, including nested suites. */
function specsOf({ specs = [], suites = [], title }, above = []) {
  // The outermost suite is the file.
  const path = [...above, title];
  const own = specs.map(({ file, title, ok, tests }) => {
    const results = tests.flatMap(({ results }) => results);
    return {
      file,
      name: `${file}: ${[...path.slice(1), title].join(' ')}`,
      ok,
      error: results.find(({ error }) => error)?.error.message,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    };
  });
  return [...own, ...suites.flatMap((suite) => specsOf(suite, path))];
}

/** The `count` slowest tests, slowest first. */
export const slowest = (tests, count) => tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
