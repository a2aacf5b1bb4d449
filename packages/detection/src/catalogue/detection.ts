/**
 * Severity of what is found: one for all of its kind; `graded` where each finding is graded by what is new about it; `counted` where events
 * are counted and carry none.
 */
export type Grading = 'critical' | 'high' | 'medium' | 'low' | 'graded' | 'counted';

/** A detection as people read of it, on screens and in docs/detections.md. */
export type Detection = {
  title: string;
  severity: Grading;
  /** Windows events that it is made from. */
  events: readonly number[];
  /** Its meaning, as a sentence or two. */
  meaning: string;
  /** First step for whoever reads it. */
  advice: string;
  /** Techniques of MITRE ATT&CK that it shows beyond doubt; often the same events are ordinary work. */
  attack: readonly string[];
};
