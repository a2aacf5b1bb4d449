import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  COMPILER,
  compileServiceHost,
  describeTools,
  type ServiceHostRecord,
  serviceHostFiles,
  serviceHostFolder,
  sha256Of,
  sourceHash,
} from './serviceHost.ts';

const HELP = `npm run build:host

Compiles ${serviceHostFiles.source} anew and writes ${serviceHostFiles.program} and its record beside it, to be committed together.
Needed after a change of the source. The packages take the committed program; they need no compiler.

Exit codes: 0 written; 1 the compiler is missing or failed; 2 wrong usage.`;

/** Writes the service host and its record; returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    const isHelp = args[0] === '--help';
    (isHelp ? process.stdout : process.stderr).write(`${HELP}\n`);
    return isHelp ? 0 : 2;
  }
  const at = (name: string) => join(serviceHostFolder, name);
  const program = await compileServiceHost();
  const record: ServiceHostRecord = {
    sha256: sha256Of(program),
    source_sha256: sourceHash(await readFile(at(serviceHostFiles.source))),
    tools: await describeTools(),
  };
  await writeFile(at(serviceHostFiles.program), program);
  await writeFile(at(serviceHostFiles.record), `${JSON.stringify(record, null, 2)}\n`);
  process.stdout.write(`${serviceHostFiles.program}: ${program.length} bytes, ${record.sha256}\n`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  process.stderr.write(
    isMissing
      ? `${COMPILER} is not installed. On Debian: sudo apt-get install gcc-mingw-w64-x86-64-win32\n`
      : `${(error as Error).message}\n`,
  );
  process.exitCode = 1;
}
