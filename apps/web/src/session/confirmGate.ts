import { limits } from '@scout/contract';

/** What lets a browser tab onto the code page (spec section 4), in its session storage. */
const keys = { gate: 'confirm_gate', email: 'confirm_email', time: 'confirm_gate_ts' } as const;

/** Opens the code page for this address, for five minutes. */
export function openConfirmGate(storage: Pick<Storage, 'setItem'>, email: string, now: number): void {
  storage.setItem(keys.gate, 'true');
  storage.setItem(keys.email, email);
  storage.setItem(keys.time, String(now));
}

/** The address that the code page is open for, or null: never opened, or more than five minutes ago. */
export function confirmGateEmail(storage: Pick<Storage, 'getItem'>, now: number): string | null {
  if (storage.getItem(keys.gate) !== 'true') return null;
  const opened = Number(storage.getItem(keys.time));
  const age = now - opened;
  const isOpen = opened > 0 && age >= 0 && age <= limits.account.confirmationGateSeconds * 1_000;
  return isOpen ? (storage.getItem(keys.email) ?? '') : null;
}

export function closeConfirmGate(storage: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}
