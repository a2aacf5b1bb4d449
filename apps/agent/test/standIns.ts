import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates a program in `folder` that runs JavaScript with `args`, its arguments. It simulates one missing on this machine; its
 * output was recorded from the real one.
 */
export async function createProgram(folder: string, name: string, body: string): Promise<string> {
  const script = join(folder, `${name}.cjs`);
  const program = join(folder, name);
  await writeFile(script, `const args = process.argv.slice(2);\nconst fs = require('node:fs');\n${body}\n`);
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  await chmod(program, 0o700);
  return program;
}
