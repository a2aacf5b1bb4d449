export const STAGES: Readonly<Record<string, string>>;
export const HELP: string;
export class OptionError extends Error {}
export interface TestOptions {
  readonly help: boolean;
  readonly shard: { readonly index: number; readonly count: number } | undefined;
  /** A revision, or an empty text for the default; undefined without the option. */
  readonly changed: string | undefined;
  readonly stages: readonly string[];
  readonly workers: number | undefined;
  readonly seed: number | undefined;
}
export function readTestOptions(args: readonly string[]): TestOptions;
