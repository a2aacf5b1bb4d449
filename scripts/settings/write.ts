import { writeFileSync } from 'node:fs';
import { settingsDocument } from './document.ts';

/** `npm run settings`: writes docs/settings.md from the code of the settings. */
writeFileSync('docs/settings.md', settingsDocument());
