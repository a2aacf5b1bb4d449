import type { PostureFinding } from '../entities/posture.ts';
import { postureReasons, postureRemedies, postureTitles } from '../postureWords.ts';
import type { ExportedTable } from './table.ts';

/** Postures as a table for export. */
export const posturesTable = (findings: readonly PostureFinding[]): ExportedTable => ({
  headings: ['Account', 'Posture', 'Reason', 'Remedy', 'Owner', 'Since'],
  rows: findings.map(({ account, posture, owner, since }) => [
    account,
    postureTitles[posture],
    postureReasons[posture],
    postureRemedies[posture],
    owner,
    since,
  ]),
});
