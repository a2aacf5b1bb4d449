import { callsWith } from './calling/implementCall.ts';
import type { CallServices } from './calling/services.ts';
import type { AuthStore } from './database.ts';
import type { Factors } from './factors.ts';
import type { Passwords } from './passwords.ts';
import type { Registration } from './registration.ts';
import type { Removal } from './removal.ts';

/** Services for the calls about sign-in. */
export interface AuthServices extends CallServices {
  readonly authStore: AuthStore;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly factors: Factors;
  readonly removal: Removal;
}

/** Implements a call of this module. */
export const implementCall = callsWith<AuthServices>();
