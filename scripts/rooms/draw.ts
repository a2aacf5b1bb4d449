import { writeFileSync } from 'node:fs';
import { pictures } from './picture.ts';

/** `npm run rooms`: draws the order of the code for docs/architecture.md. */
for (const [name, svg] of pictures()) {
  const path = `docs/pictures/${name}`;
  writeFileSync(path, svg);
  console.log(path);
}
