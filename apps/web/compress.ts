import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** What shrinks; fonts and pictures are compressed already. */
const compressible = /\.(js|css|svg|json|txt)$/;
/** Below this many bytes the headers weigh more than what is saved. */
const worthwhile = 1024;

/** Writes `.br` and `.gz` beside the files of a build, as small as they get: once here instead of at each request. */
export async function compressBuild(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = await readFile(path);
      if (text.length < worthwhile) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}
