import { limits } from '@scout/contract';

/** Keys in session storage that open the code page for a tab (spec section 4). */
const keys = {
  gate: 'confirm_gate',
  email: 'confirm_email',
  time: 'confirm_gate_ts',
  resend: 'confirm_resend_ts',
} as const;

/** Opens the code page for this address, for five minutes. */
export function openConfirmGate(storage: Pick<Storage, 'setItem'>, email: string, now: number): void {
  storage.setItem(keys.gate, 'true');
  storage.setItem(keys.email, email);
  storage.setItem(keys.time, String(now));
}

/** Address for which the code page is open; null if it was never opened, or more than five minutes ago. */
export function confirmGateEmail(storage: Pick<Storage, 'getItem'>, now: number): string | null {
  if (storage.getItem(keys.gate) !== 'true') return null;
  const opened = Number(storage.getItem(keys.time));
  const age = now - opened;
  const isOpen = opened > 0 && age >= 0 && age <= limits.user.confirmationGateSeconds * 1_000;
  return isOpen ? (storage.getItem(keys.email) ?? '') : null;
}

/** Records that a mail was just sent: the next one may be requested after `seconds`. */
export function noteMail(storage: Pick<Storage, 'setItem'>, now: number, seconds: number): void {
  storage.setItem(keys.resend, String(now + seconds * 1_000));
}

/** Whole seconds until another mail may be requested. */
export function secondsToResend(storage: Pick<Storage, 'getItem'>, now: number): number {
  const left = Math.ceil((Number(storage.getItem(keys.resend)) - now) / 1_000);
  return left > 0 ? left : 0;
}

export function closeConfirmGate(storage: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}
