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

/** An address by the shared rule; its output is trimmed and lower-cased, as addresses are stored and compared. */
export const emailRule = addressWithout(emailProblem);

/** A company's address; its output is trimmed and lower-cased. */
export const companyEmailRule = addressWithout(companyEmailProblem);
