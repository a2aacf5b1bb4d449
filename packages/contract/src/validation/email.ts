import { z } from '../zod.ts';
import { emailProblem } from './emailProblem.ts';

export { emailMessages, emailProblem } from './emailProblem.ts';

/** An address by the shared rule; its output is trimmed and lower-cased, as addresses are stored and compared. */
export const emailRule = z
  .string()
  .superRefine((text, context) => {
    const message = emailProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .transform((text) => text.trim().toLowerCase());

/** The part of a checked address after its @, in lower case. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
