import { stripVTControlCharacters } from 'node:util';

const textOf = (errors) => stripVTControlCharacters(errors.join('\n\n'));

/**
 * A failed test, or a file that failed outside of its tests. `counts` are its numbers in the totals of its stage: a second try
 * that passes replaces them. `file` and `test` say what to run again.
 */
const failedTest = (file, test, errors) => ({
  name: `${file}: ${test}`,
  message: textOf(errors),
  file,
  test,
  counts: { passed: 0, failed: 1, skipped: 0 },
});

/** How many of `items` have each state. */
const count = (items, state) => items.filter((item) => item.state === state).length;

/** Totals, failures and durations of files with tests, and of errors outside of files. */
function tallyOf(files, errors) {
  const perFile = files.map((file) => {
    const { path, tests } = file;
    const failed = tests.filter(({ state }) => state === 'failed');
    const counts = {
      passed: count(tests, 'passed'),
      failed: failed.length,
      skipped: tests.length - count(tests, 'passed') - failed.length,
    };
    // A failed hook leaves tests out, and tests beside it may depend on it: the whole file counts.
    if (file.errors.length > 0) {
      counts.failed = Math.max(1, failed.length);
      const all = [...file.errors, ...failed.flatMap((test) => test.errors)];
      return { counts, failures: [{ name: path, message: textOf(all), file: path, counts }] };
    }
    return {
      counts,
      failures: failed.map((test) => ({
        ...failedTest(path, test.name, test.errors),
        ...(test.trace ? { trace: test.trace } : {}),
        ...(test.place ? { place: test.place } : {}),
      })),
    };
  });
  const sum = (key) => perFile.reduce((total, { counts }) => total + counts[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed') + errors.length,
    skipped: sum('skipped'),
    failures: [
      ...perFile.flatMap(({ failures }) => failures),
      ...errors.map((message) => ({ name: 'outside of a test', message: textOf([message]) })),
    ],
    tests: files.flatMap(({ path, tests }) =>
      tests.map(({ name, seconds }) => ({ name: `${path}: ${name}`, seconds })),
    ),
  };
}

/** Reads a report of vitestReporter.mjs. File names are relative to `root`. */
export function readVitestReport({ errors, files }, root) {
  const named = files.map((file) => ({ ...file, path: file.path.replace(`${root}/`, '') }));
  return tallyOf(named, errors);
}

/** Reads the JSON report of a Playwright run. */
export function readPlaywrightReport({ config, errors, suites }, root) {
  const folder = config.rootDir.replace(`${root}/`, '');
  const specs = suites.flatMap((suite) => specsOf(suite, folder, root));
  const files = [...new Set(specs.map(({ file }) => file))].map((path) => {
    const tests = specs.filter(({ file }) => file === path);
    const notRun = tests.filter(({ isLeftOut }) => isLeftOut);
    const errors = notRun.length > 0 ? [`Did not run: ${notRun.map(({ name }) => name).join(', ')}`] : [];
    return { path, errors, tests };
  });
  return tallyOf(
    files,
    errors.map(({ message }) => message),
  );
}

/** The tests of a suite in Playwright's report, including nested suites. */
function specsOf({ specs = [], suites = [], title }, folder, root, above = []) {
  // The outermost suite is the file.
  const path = [...above, title];
  const own = specs.map(({ file, line, title, ok, tests }) => {
    const results = tests.flatMap(({ results }) => results);
    const isSkipped = tests.every(({ status }) => status === 'skipped');
    const trace = results.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'trace');
    return {
      file: `${folder}/${file}`,
      name: [...path.slice(1), title].join(' '),
      place: `${folder}/${file}:${line}`,
      state: isSkipped ? 'skipped' : ok ? 'passed' : 'failed',
      // A hook or a test of the same group failed before this one.
      isLeftOut: isSkipped && tests.some(({ expectedStatus }) => expectedStatus !== 'skipped'),
      errors: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      trace: trace?.path?.replace(`${root}/`, ''),
    };
  });
  return [...own, ...suites.flatMap((suite) => specsOf(suite, folder, root, path))];
}

/** The `count` slowest tests, slowest first. */
export const slowest = (tests, count) => tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
