import { ORPCError } from '@orpc/client';
import { type Command, CommanderError } from 'commander';
import { withOwnCommands } from '../platform/config/inRelease.ts';
import { explainRefusal } from './connection.ts';
import { Exit, Failure } from './failure.ts';
import { createProgram, type Terminal } from './program.ts';

/**
 * Runs one command line, without node and script. Returns the exit code: 0 success, 1 refused or failed, 2 usage error or, of
 * `apply --plan`, a difference. With
 * --json an error is `{code, message}` on standard error.
 */
export async function run(args: readonly string[], output: Terminal): Promise<number> {
  // With `apply`, 2 says that something differs.
  const usage = args[0] === 'apply' ? 1 : 2;
  const program = createProgram(output);
  quieten(program, output);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and usage errors are already printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usage;
    if (error instanceof Exit) return error.code;
    const failure = error instanceof ORPCError ? explainRefusal(error) : error;
    if (!(failure instanceof Failure)) throw error;
    const { code } = failure;
    const message = withOwnCommands(failure.message, output.env);
    output.error(args.includes('--json') ? `${JSON.stringify({ code, message })}\n` : `${message}\n`);
    return code === 'usage' ? usage : 1;
  }
}

/** Commander would exit the process and print by itself. */
function quieten(command: Command, output: Terminal): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.error(text) })
    .showHelpAfterError();
  for (const child of command.commands) quieten(child, output);
}
