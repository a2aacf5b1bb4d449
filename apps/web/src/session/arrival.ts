/** Notes that another screen leaves for the sign-in screen (spec section 2); each is removed after use. */
const keys = {
  email: 'scout_new_user_email',
  registered: 'scout_registration_success',
  confirmed: 'scout_email_confirmed',
} as const;

export interface Arrival {
  /** Prefills the email field. */
  email: string;
  /** Someone just signed up and must confirm their email. */
  registered: boolean;
  /** Someone just confirmed their email. */
  confirmed: boolean;
}

/** The notes for the sign-in screen. */
export function readArrival(storage: Pick<Storage, 'getItem'>): Arrival {
  return {
    email: storage.getItem(keys.email) ?? '',
    registered: storage.getItem(keys.registered) !== null,
    confirmed: storage.getItem(keys.confirmed) !== null,
  };
}

/** Leaves a note for the sign-in screen. */
export function leaveArrival(storage: Pick<Storage, 'setItem'>, note: Partial<Arrival>): void {
  if (note.email) storage.setItem(keys.email, note.email);
  if (note.registered) storage.setItem(keys.registered, 'true');
  if (note.confirmed) storage.setItem(keys.confirmed, 'true');
}

/** Removes every note. */
export function clearArrival(storage: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.values(keys)) storage.removeItem(key);
}
