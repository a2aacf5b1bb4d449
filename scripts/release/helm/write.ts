import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findHelm, render, rendered } from './render.ts';

/** `npm run kubernetes`: writes the manifests that are made from the chart. */
const helm = findHelm();
if (helm === undefined) {
  process.stderr.write('helm is not installed: install it, or name it in SCOUT_TEST_HELM.\n');
  process.exit(1);
}
for (const each of rendered) {
  mkdirSync(dirname(each.file), { recursive: true });
  writeFileSync(each.file, render(helm, each));
  process.stdout.write(`${each.file}\n`);
}
