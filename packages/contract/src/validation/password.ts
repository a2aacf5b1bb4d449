import { limits } from '../limits.ts';
import { z } from '../zod.ts';

export const passwordMessages = {
  mismatch: 'Passwords do not match',
  tooShort: 'Password must be at least 8 characters long',
  tooLong: 'Password must be at most 128 characters long',
} as const;

/** A newly chosen password. It is never trimmed. */
export const newPasswordRule = z
  .string()
  .min(limits.user.passwordMin, passwordMessages.tooShort)
  .max(limits.user.passwordMax, passwordMessages.tooLong);

/** The user's current password. Its length limit covers any password ever chosen. */
export const currentPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(limits.user.passwordMax);

/** First fault of a password and its repetition, or undefined. */
export function chosenPasswordProblem(password: string, repeated: string): string | undefined {
  if (password !== repeated) return passwordMessages.mismatch;
  const checked = newPasswordRule.safeParse(password);
  return checked.success ? undefined : checked.error.issues[0]?.message;
}
