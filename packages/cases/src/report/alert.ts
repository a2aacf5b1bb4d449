import type { FindingKind } from '@scout/detection/catalogue/findings';
import type { Person } from '../attribute/attribution.ts';
import type { Feature } from '../features.ts';
import type { Mark } from '../fold/bucket.ts';
import type { Severity } from '../judge/severity.ts';
import type { Statement } from './statement.ts';

/** Notice that a case was opened or its severity increased. A higher score is more severe. */
export type CaseAlert = {
  /** ISO 8601. */
  time: string;
  account: string;
  recordIds: string[];
  score: number;
  kind: FindingKind;
  severity: Severity;
  /** Reason for the severity, as a sentence. */
  because: string;
  statement: Statement;
  /** The statement as text. */
  sentence: string;
  person?: Person;
  /** Reasons, highest weight first: what was new, its class, and its surprise. */
  reasons?: { facet: string; class: string; surprise: number; feature?: Feature | null }[];
};

/** One verdict as a part of its case. */
export type Finding = {
  /** JSON array of account, kind, and further subject; the same for the same events. */
  caseKey: string;
  /** Hour of the judgment, in hours since 1970. */
  hour: number;
  /** False when it adds to a case without increasing its severity. */
  isReported: boolean;
  alert: CaseAlert;
  /** Further accounts of the finding. */
  accounts: string[];
  /** All persons named by the evidence. */
  persons: Person[];
  sources: string[];
  destinations: string[];
  /** Supporting events, earliest first. */
  evidence: Mark[];
};
