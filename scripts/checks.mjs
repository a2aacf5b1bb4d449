import { step } from './toolchain.mjs';

/** The fast half: checks without other processes. Each is one command that can also be run manually. */
export const staticChecks = [
  ['Lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['Types (server, agent, packages)', 'tsc', ['-p', 'tsconfig.json']],
  ['Types (web)', 'tsc', ['-p', 'tsconfig.web.json']],
];

/** Runs every static check, later ones even after a failure. */
export async function runStaticChecks() {
  const tally = { passed: 0, failed: 0, failures: [] };
  for (const [title, command, args] of staticChecks) {
    await step(title, command, args).then(
      () => tally.passed++,
      (error) => {
        tally.failed++;
        tally.failures.push({ name: error.message, message: '' });
      },
    );
  }
  return tally;
}
