import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** What a script of the build is made of, by its path below build/client. */
export interface Chunk {
  /** Source files, relative to the repository. */
  modules: string[];
  /** Scripts that come with it. */
  imports: string[];
  /** Scripts that it may ask for later. */
  dynamicImports: string[];
}

/** Writes `build/chunks.json`, by which `npm run bench:web` shows what each page loads. It is not served. */
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
