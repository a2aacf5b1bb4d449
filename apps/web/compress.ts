import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Compressible files; fonts and pictures are already compressed. */
const compressible = /\.(js|css|svg|json|txt)$/;
/** Below this many bytes compression saves less than its headers cost. */
const worthwhile = 1024;

/** Writes `.br` and `.gz` files beside a build's files, at the highest level: once here instead of for each request. */
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
