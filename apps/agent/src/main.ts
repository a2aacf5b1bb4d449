import { CommanderError } from 'commander';
import { createProgram } from './cli/program.ts';
import { exitCodes, Failure } from './runtime/failure.ts';
import { leanRuntime } from './runtime/leanRuntime.ts';

// Only a long-running agent is restarted: a log that is read once should be read fast.
if (process.argv[2] === 'run' && !process.argv.includes('--once')) leanRuntime();

const program = createProgram((code) => {
  process.exitCode = code;
});
for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
  command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  } else {
    process.stderr.write(`scout-agent: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Failure ? error.exitCode : exitCodes.failed;
  }
}

// An idle connection or an open standard input must not keep a finished agent alive; its output is flushed first.
process.stdout.write('', () => process.exit());
