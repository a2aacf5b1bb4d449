import { fieldsOf } from '../transport/request.ts';

/** A version that was taken back on this machine. */
export interface Refusal {
  readonly version: string;
  /** How often it was put in place. */
  readonly tries: number;
  /** When it may be tried once more; null: never. */
  readonly again: string | null;
}

/** Of a version that reads, but that the server does not hear: the server may only have been away. */
const TRIES = 3;
const AGAIN_MS = 60 * 60_000;

/** What to note of a version that is taken back now. One that did not even read its sources has had its chance. */
export function refusalOf(before: Refusal | null, version: string, isReading: boolean, now: Date): Refusal {
  const tries = before?.version === version ? before.tries + 1 : 1;
  const isOver = !isReading || tries >= TRIES;
  return { version, tries, again: isOver ? null : new Date(now.getTime() + AGAIN_MS).toISOString() };
}

/** Whether a version is not to be fetched now. */
export const isRefused = (refusal: Refusal | null, version: string, now: Date): boolean =>
  refusal?.version === version && (refusal.again === null || Date.parse(refusal.again) > now.getTime());

/** Null for anything that is none. */
export function parseRefusal(text: string): Refusal | null {
  try {
    const { version, tries, again } = fieldsOf(JSON.parse(text));
    if (typeof version !== 'string' || !Number.isSafeInteger(tries)) return null;
    return { version, tries: tries as number, again: typeof again === 'string' ? again : null };
  } catch {
    return null;
  }
}
