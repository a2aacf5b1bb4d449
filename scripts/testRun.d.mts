import type { Tally, TestFailure } from './reports.mjs';

export interface Stage {
  readonly name: string;
  readonly run: () => Promise<Partial<Tally>>;
  readonly alone?: (failure: TestFailure, number: number) => Promise<Partial<Tally>>;
}
export interface FinishedRun {
  readonly results: readonly { readonly stage: Stage; readonly tally: Tally }[];
  readonly flaky: readonly { readonly name: string; readonly place?: string | undefined }[];
  readonly failedTwice: readonly string[];
  readonly durations: readonly (readonly [name: string, seconds: number])[];
}
export const MOST_FLAKY: number;
export function runStages(
  stages: readonly Stage[],
  options?: {
    readonly keep?: (failure: TestFailure, number: number) => string | undefined;
    readonly print?: (line: string) => void;
  },
): Promise<FinishedRun>;
export function summarize(
  run: FinishedRun,
  seconds: number,
): { readonly lines: readonly string[]; readonly failed: number };
