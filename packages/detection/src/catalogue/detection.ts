/**
 * Severity of a kind of finding: fixed; `graded` if each finding is rated by what is new about it; `counted` if events are
 * counted without a severity.
 */
export type Grading = 'critical' | 'high' | 'medium' | 'low' | 'graded' | 'counted';

/** A detection as described on screens and in docs/detections.md. */
export type Detection = {
  title: string;
  severity: Grading;
  /** Windows events that it uses; none if directories show it. */
  events: readonly number[];
  /** Its meaning in one or two sentences. */
  meaning: string;
  /** First step for the reader. */
  advice: string;
  /** MITRE ATT&CK techniques that it always shows; techniques whose events are often ordinary work are not listed. */
  attack: readonly string[];
};
