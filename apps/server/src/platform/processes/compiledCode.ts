import { join } from 'node:path';

/**
 * Threads that start later keep their compiled code in the data directory: one that draws PDFs or runs trials starts with half the
 * processor time. Node ignores what it cannot read or write there.
 * @param environment that threads and processes inherit; a folder that it names already is used instead
 */
export function keepCompiledCode(dataDir: string, environment: NodeJS.ProcessEnv = process.env): void {
  environment.NODE_COMPILE_CACHE ||= join(dataDir, 'compiled');
}
