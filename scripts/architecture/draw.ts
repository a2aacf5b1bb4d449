import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrowsOf } from './check.ts';
import { readImports, sourceFiles } from './imports.ts';
import { order } from './order.ts';
import { pictures } from './picture.ts';

/** `npm run architecture`: draws the order of the code for docs/architecture.md, and counts its modules and the arrows between them. */
const root = join(import.meta.dirname, '../..');
const imports = readImports(root, sourceFiles(root));
for (const [name, svg] of pictures(imports)) writeFileSync(join(root, 'docs/pictures', name), svg);
for (const workspace of order.flat().filter(({ modules }) => modules)) {
  const arrows = arrowsOf(order, imports, workspace);
  const count = [...arrows.values()].flat().length;
  console.log(
    `${workspace.path}: ${arrows.size} modules in ${workspace.modules!.length} rows, ${count} arrows`,
  );
}
