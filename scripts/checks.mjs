import { step } from './toolchain.mjs';

/** The fast half: what needs no process beside it. Each is one command that can be run by hand. */
export const staticChecks = [
  ['Lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['Types (server, agent, packages)', 'tsc', ['-p', 'tsconfig.json']],
  ['Types (web)', 'tsc', ['-p', 'tsconfig.web.json']],
];

/** Runs every static check, the later ones also when an earlier one failed. */
export async function runStaticChecks() {
  const tally = { passed: 0, failed: 0, failures: [] };
  for (const [title, command, args] of staticChecks) {
    await step(title, command, args).then(
      () => tally.passed++,
      (error) => {
        tally.failed++;
        tally.failures.push(error.message);
      },
    );
  }
  return tally;
}
