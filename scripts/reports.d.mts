export interface TestTime {
  readonly name: string;
  readonly seconds: number;
}
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly failedFiles: readonly string[];
  readonly tests: readonly TestTime[];
}
export function readVitestReport(report: object, root: string): Tally;
export function readPlaywrightReport(report: object, root: string): Tally;
export function slowest(tests: readonly TestTime[], count: number): TestTime[];
