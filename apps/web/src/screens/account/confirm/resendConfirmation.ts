import { limits } from '@scout/contract';
import { noteMail, openConfirmGate } from '../../../session/confirmGate.ts';
import { api } from '../../../session/current.ts';

/** Opens the code page for an address that was just mailed a code. */
export function openCodePage(email: string, retryAfter: number = limits.rates.resendPerUser.windowSeconds) {
  openConfirmGate(sessionStorage, email, Date.now());
  noteMail(sessionStorage, Date.now(), retryAfter);
}

/** Mails a new code and link, and reopens the code page. Throws when the server refuses. */
export async function resendConfirmation(email: string): Promise<void> {
  const { retry_after } = await api.authResend({ type: 'signup', email });
  openCodePage(email, retry_after);
}
