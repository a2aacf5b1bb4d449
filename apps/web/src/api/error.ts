import { ORPCError } from '@orpc/client';

/** The HTTP status of a failed call; null without a response. */
export function statusOf(error: unknown): number | null {
  return error instanceof ORPCError ? error.status : null;
}

/** The code of a failed call from the contract's error table; null without one. */
export function codeOf(error: unknown): string | null {
  return error instanceof ORPCError ? String(error.code) : null;
}

/**
 * One sentence for a person: the server's message, 'HTTP {status}' when it sent none (spec section 8), or the reason why there was no
 * response.
 */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) return error.message === '' ? `HTTP ${error.status}` : error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'Scout did not respond in time.';
  // fetch throws a TypeError for every network failure, with a message that differs between browsers.
  if (error instanceof TypeError) return 'Scout could not be reached.';
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.';
}
