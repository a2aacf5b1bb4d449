import { writeFileSync } from 'node:fs';
import { detectionsDocument } from './document.ts';

/** `npm run detections`: writes docs/detections.md from the catalog. */
writeFileSync('docs/detections.md', detectionsDocument());
