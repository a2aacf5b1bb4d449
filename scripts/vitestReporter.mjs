import { writeFileSync } from 'node:fs';

const messagesOf = (errors = []) => errors.map((error) => error.stack || error.message);

/**
 * Vitest's reporter for `npm test`: writes what `readVitestReport` reads to SCOUT_TEST_REPORT. Vitest's JSON omits failed hooks and
 * errors outside of tests, which must not look like a run whose only failures are tests.
 */
export default class VitestReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const report = {
      errors: messagesOf(unhandledErrors),
      files: modules.map((module) => ({
        path: module.moduleId,
        errors: [
          ...messagesOf(module.errors()),
          ...[...module.children.allSuites()].flatMap((suite) => messagesOf(suite.errors())),
          ...(['pending', 'queued'].includes(module.state()) ? ['The file did not end.'] : []),
        ],
        tests: [...module.children.allTests()].map((test) => ({
          name: test.fullName,
          state: test.result().state,
          errors: messagesOf(test.result().errors),
          seconds: (test.diagnostic()?.duration ?? 0) / 1000,
        })),
      })),
    };
    writeFileSync(process.env.SCOUT_TEST_REPORT, JSON.stringify(report));
  }
}
