import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes a program in `folder` that runs a piece of JavaScript with `args`, its arguments. It stands in for one that this machine
 * lacks; what it prints is what the real one was seen to print.
 */
export async function createProgram(folder: string, name: string, body: string): Promise<string> {
  const script = join(folder, `${name}.cjs`);
  const program = join(folder, name);
  await writeFile(script, `const args = process.argv.slice(2);\nconst fs = require('node:fs');\n${body}\n`);
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  await chmod(program, 0o700);
  return program;
}
