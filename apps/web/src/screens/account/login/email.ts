import { limits } from '@scout/contract';
import { email as address } from '@scout/contract/entities/fields';

/** Markup, script schemes, event handlers and line breaks, plain or encoded (spec section 5, shared email rule). */
const unsafe =
  /<\s*(script|iframe|object|embed)|javascript:|vbscript:|data:text\/html|\bon\w+\s*=|[\r\n]|%0[ad]/i;

/** What is wrong with an email by the shared rule, or null. */
export function emailProblem(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'Email is required';
  if (trimmed.length > limits.account.emailMax) return 'Email is too long';
  if (unsafe.test(text)) return 'Email contains invalid characters';
  return address.safeParse(trimmed).success ? null : 'Please enter a valid email address';
}
