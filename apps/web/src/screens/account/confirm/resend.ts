import { limits } from '@scout/contract';
import { noteMail, openConfirmGate } from '../../../session/confirmGate.ts';
import { api } from '../../../session/current.ts';

/** Opens the code page for an address that has just been mailed a code. */
export function letIntoCodePage(
  email: string,
  retryAfter: number = limits.rates.resendPerAccount.windowSeconds,
) {
  openConfirmGate(sessionStorage, email, Date.now());
  noteMail(sessionStorage, Date.now(), retryAfter);
}

/** Mails a new code and link, and opens the code page anew. Throws when the server refuses. */
export async function resendConfirmation(email: string): Promise<void> {
  const { retry_after } = await api.authResend({ type: 'signup', email });
  letIntoCodePage(email, retry_after);
}
