import type { FindingKind } from '@scout/detection/catalogue/findings';
import type { Person } from './attribution.ts';
import type { Mark } from './bucket.ts';
import type { Severity } from './severity.ts';
import type { Statement } from './statement.ts';

/** Notice that a case was opened or became graver. A higher score is graver. */
export type CaseAlert = {
  /** ISO 8601. */
  time: string;
  account: string;
  recordIds: string[];
  score: number;
  kind: FindingKind;
  severity: Severity;
  /** Why it is of this severity: a sentence. */
  because: string;
  statement: Statement;
  /** The statement as text. */
  sentence: string;
  person?: Person;
  /** Why, the weightiest first: what was new, of which class, and how surprising it is. */
  reasons?: { facet: string; class: string; surprise: number }[];
};

/** One verdict as a part of its case. */
export type Finding = {
  /** JSON of an array: account, kind, and what else it is about; the same whenever the same events are judged. */
  caseKey: string;
  /** Hour in which it was judged, in hours since 1970. */
  hour: number;
  /** False when it adds to a case without making it graver. */
  isTold: boolean;
  alert: CaseAlert;
  /** Other accounts that it is about. */
  accounts: string[];
  /** Everybody whom the evidence names. */
  persons: Person[];
  sources: string[];
  destinations: string[];
  /** Events that show it, the earliest first. */
  evidence: Mark[];
};
