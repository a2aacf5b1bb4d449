export interface TestTime {
  readonly name: string;
  readonly seconds: number;
}
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
export interface TestFailure {
  readonly name: string;
  readonly message: string;
  /** The file to run again; without it there is no second try. */
  readonly file?: string;
  /** The test of the file; without it the whole file runs again. */
  readonly test?: string;
  /** The file and line of a browser test. */
  readonly place?: string;
  readonly trace?: string;
  readonly counts?: Counts;
}
export interface Tally extends Counts {
  readonly failures: readonly TestFailure[];
  readonly tests: readonly TestTime[];
}
export function readVitestReport(report: object, root: string): Tally;
export function readPlaywrightReport(report: object, root: string): Tally;
export function slowest(tests: readonly TestTime[], count: number): TestTime[];
