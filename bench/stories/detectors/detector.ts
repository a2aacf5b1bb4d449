import type { Assessor, createAssessor, Inventory, CaseAlert as ScoutAlert } from '@scout/cases';

export type { Inventory };

/** The parts of an alert that are measured. */
export type CaseAlert = Omit<ScoutAlert, 'severity' | 'because' | 'statement'>;

export type DetectorOptions = Parameters<typeof createAssessor>[0];
/** Scout's assessor and the rules beside it: each judges rows in the order of their time, and closes what is open after the last one. */
export type Detector = Omit<Assessor, 'observe' | 'finish'> & {
  observe(...row: Parameters<Assessor['observe']>): CaseAlert[];
  finish(): CaseAlert[];
};
export type CreateDetector = (options: DetectorOptions) => Detector;
