import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** A script of the build, listed by its path below build/client. */
export interface Chunk {
  /** Source files, relative to the repository. */
  modules: string[];
  /** Statically imported scripts. */
  imports: string[];
  /** Dynamically imported scripts. */
  dynamicImports: string[];
}

/** Writes `build/chunks.json`, from which `npm run bench:web` computes what each page loads. It is not served. */
export function listChunks(repository: string): Plugin {
  return {
    name: 'scout-list-chunks',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      const chunks: Record<string, Chunk> = {};
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const { fileName, moduleIds, imports, dynamicImports } = output;
        const modules = moduleIds.map((id) =>
          relative(repository, id.replaceAll('\0', '').split('?', 1)[0]!),
        );
        chunks[fileName] = { modules, imports, dynamicImports };
      }
      if (dir) await writeFile(join(dir, '..', 'chunks.json'), JSON.stringify(chunks));
    },
  };
}
