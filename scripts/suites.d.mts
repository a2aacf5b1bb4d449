import type { Tally, TestFailure } from './reports.mjs';

export interface Part {
  readonly files?: readonly string[];
  readonly shard?: string;
  readonly alone?: TestFailure;
  /** Of the second try, for names of files. */
  readonly number?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly title?: string;
}
export function runVitest(project: string, part?: Part): Promise<Tally>;
export function runEndToEnd(chromium: string, part?: Part): Promise<Tally>;
