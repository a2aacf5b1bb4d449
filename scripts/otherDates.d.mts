export interface OtherDate {
  readonly name: string;
  /** Milliseconds. */
  readonly at: number;
  readonly zone?: string;
}
export function otherDates(now: number): readonly OtherDate[];
export function randomDate(seed: number, now: number): OtherDate;
export function readDate(text: string, now: number): OtherDate | undefined;
export function environmentAt(date: OtherDate, now: number, library?: string): Record<string, string>;
export const browserPart: readonly string[];
export const databasePart: readonly string[];
