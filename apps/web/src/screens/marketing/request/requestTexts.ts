import { CallFailure } from '../../../api/publicCall.ts';

/** What is said of a question that was sent, and of one that was not (spec section 8). */
export const sentTexts = {
  title: 'Message sent successfully!',
  text: "Thank you for your message! We'll get back to you soon.",
} as const;

export const failedTitle = 'Error submitting request';

/** The server's words inside of ours, or ours alone where it had none. */
export function failedText(error: unknown): string {
  const message = error instanceof CallFailure ? error.message.trim().replace(/\.$/, '') : '';
  const reason = message === '' ? '' : `: ${message}`;
  return `Sorry, there was an error submitting your request${reason}. Please try again.`;
}
