import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { emailProblem } from './email.ts';

/** Messages of the confirmation page while the address or the code is missing or incomplete. */
export const confirmationCodeMessage = 'Enter your email and 6-digit code';

const digits = limits.user.confirmationCodeDigits;

/** Normalizes the input of a code field: digits only, at most six. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, digits);

/** Exactly six digits; spaces and other characters around and between them are dropped. */
export const confirmationCodeRule = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .refine((code) => code.length === digits, confirmationCodeMessage);

/** Fault of the confirmation form, or undefined. */
export function confirmationProblem(email: string, code: string): string | undefined {
  const complete = confirmationCodeRule.safeParse(code).success && !emailProblem(email);
  return complete ? undefined : confirmationCodeMessage;
}
