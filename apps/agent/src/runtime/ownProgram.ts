import { fileURLToPath } from 'node:url';

/** The command and its arguments that run this program with other ones, for work that a process of its own is to do. */
export function ownProgram(...args: readonly string[]): [command: string, args: string[]] {
  // The compiled program is its own main file.
  const isCompiled = process.versions.bun !== undefined;
  const main = isCompiled ? [] : [fileURLToPath(new URL('../main.ts', import.meta.url))];
  return [process.execPath, [...main, ...args]];
}
