import { z } from '../zod.ts';
import { companyEmailProblem } from './companyEmail.ts';
import { emailProblem } from './emailProblem.ts';

export { domainOf, emailMessages, emailProblem } from './emailProblem.ts';

const addressWithout = (problemOf: (text: string) => string | undefined) =>
  z
    .string()
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .transform((text) => text.trim().toLowerCase());

/** An address checked by the shared rule; the output is trimmed and in lower case, the form for storage and comparison. */
export const emailRule = addressWithout(emailProblem);

/** A company's address; the output is trimmed and in lower case. */
export const companyEmailRule = addressWithout(companyEmailProblem);
