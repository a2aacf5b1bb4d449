import type { Assessor, createAssessor, Inventory, CaseAlert as ScoutAlert } from '@scout/cases';

export type { Inventory };

/** The measured parts of an alert; rules without severities and reasons leave these out. */
export type CaseAlert = Omit<ScoutAlert, 'severity' | 'because' | 'statement'> &
  Partial<Pick<ScoutAlert, 'severity' | 'because'>>;

export type DetectorOptions = Parameters<typeof createAssessor>[0];
/** Scout's assessor and the compared rules: each judges rows in order of time, and closes everything after the last one. */
export type Detector = Omit<Assessor, 'observe' | 'finish'> & {
  observe(...row: Parameters<Assessor['observe']>): CaseAlert[];
  finish(): CaseAlert[];
};
export type CreateDetector = (options: DetectorOptions) => Detector;
