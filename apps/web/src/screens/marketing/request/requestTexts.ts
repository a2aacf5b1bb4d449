import { CallFailure } from '../../../api/publicCall.ts';

/** The messages for a sent and a failed request (spec section 8). */
export const sentTexts = {
  title: 'Message sent successfully!',
  text: "Thank you for your message! We'll get back to you soon.",
} as const;

export const failedTitle = 'Error submitting request';

/** The failure message, with the server's reason when it gave one. */
export function failedText(error: unknown): string {
  const message = error instanceof CallFailure ? error.message.trim().replace(/\.$/, '') : '';
  const reason = message === '' ? '' : `: ${message}`;
  return `Sorry, there was an error submitting your request${reason}. Please try again.`;
}
