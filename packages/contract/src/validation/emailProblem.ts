import { limits } from '../limits.ts';

/** Messages of the shared email rule (spec section 5), in the order of the checks. */
export const emailMessages = {
  required: 'Email is required',
  tooLong: 'Email is too long',
  invalidCharacters: 'Email contains invalid characters',
  invalid: 'Please enter a valid email address',
} as const;

/** Markup, script and line breaks, raw or percent-encoded. Words such as "description" in a name are fine. */
const forbidden =
  /<\s*\/?\s*(?:script|iframe|object|embed)|(?:java|vb)script:|\bon[a-z]+\s*=|data:text\/html|[\r\n\u2028\u2029]|%0[ad]/i;

/** The pattern of `z.email()`, without the library: a test compares the two. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** First fault of an address by the shared rule, or undefined; ignores surrounding spaces. Public pages load this without zod. */
export function emailProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return emailMessages.required;
  if (trimmed.length > limits.user.emailMax) return emailMessages.tooLong;
  if (forbidden.test(text)) return emailMessages.invalidCharacters;
  return emailPattern.test(trimmed) ? undefined : emailMessages.invalid;
}

/** Part of a checked address after its @, in lower case. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
