import { fieldsOf } from '../transport/request.ts';

/** A version that was rolled back on this machine. */
export interface RolledBackVersion {
  readonly version: string;
  /** Number of installations. */
  readonly tries: number;
  /** Time of the next permitted attempt; null: never. */
  readonly again: string | null;
}

/** Maximum attempts for a version that reads but does not reach the server, which may only have been unavailable. */
const TRIES = 3;
const AGAIN_MS = 60 * 60_000;

/** The record of a version being rolled back. One that did not even read its sources is not attempted again. */
export function rolledBackOf(
  before: RolledBackVersion | null,
  version: string,
  isReading: boolean,
  now: Date,
): RolledBackVersion {
  const tries = before?.version === version ? before.tries + 1 : 1;
  const isOver = !isReading || tries >= TRIES;
  return { version, tries, again: isOver ? null : new Date(now.getTime() + AGAIN_MS).toISOString() };
}

/** True when a version must not be downloaded now. */
export const isRefused = (refusal: RolledBackVersion | null, version: string, now: Date): boolean =>
  refusal?.version === version && (refusal.again === null || Date.parse(refusal.again) > now.getTime());

/** Null if invalid. */
export function parseRolledBack(text: string): RolledBackVersion | null {
  try {
    const { version, tries, again } = fieldsOf(JSON.parse(text));
    if (typeof version !== 'string' || !Number.isSafeInteger(tries)) return null;
    return { version, tries: tries as number, again: typeof again === 'string' ? again : null };
  } catch {
    return null;
  }
}
