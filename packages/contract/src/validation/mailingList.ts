import { limits } from '../limits.ts';

/** Texts of the coming-soon page's sign-up (spec sections 2, 5 and 8). */
export const mailingListMessages = {
  joined: "You're on the list!",
  tooMany: 'Too many submission attempts. Please wait a moment before trying again.',
  denied: 'Permission denied...',
  tableMissing: 'The mailing list table is missing.',
  other: (message: string) => `Error: ${message}`,
} as const;

/** Normalizes an input before the shared email rule: trims, lower-cases, removes angle brackets and script schemes. */
export const sanitizeMailingListInput = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[<>]|(?:javascript|data|vbscript):/g, '');

/** Times of attempts that still count at `now`, in epoch milliseconds. */
export const recentAttempts = (attempts: readonly number[], now: number): number[] =>
  attempts.filter((at) => now - at < limits.mailingList.windowSeconds * 1000);

/** Stored times of attempts; none if the text is no list of times up to `now`. */
export function readAttempts(text: string | null, now: number): number[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((at): at is number => typeof at === 'number' && at <= now)
      : [];
  } catch {
    return [];
  }
}

/** True when one more attempt is allowed (3 per 60 s). */
export const mayTry = (attempts: readonly number[], now: number): boolean =>
  recentAttempts(attempts, now).length < limits.mailingList.attempts;
