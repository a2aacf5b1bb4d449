import { STANDARD_NAMING } from '@scout/detection/naming';
import type { SourceNames } from '../src/sources/source.ts';

/** The names of an organization without settings, known from the start. */
export const standardNames: SourceNames = { naming: STANDARD_NAMING, ready: async () => {} };
