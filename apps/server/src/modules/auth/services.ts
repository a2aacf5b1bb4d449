import type { Seal } from '../../platform/crypto/seal.ts';
import type { Fetcher } from '../../platform/outgoing/fetch.ts';
import { callsWith } from './calling/implementCall.ts';
import type * as calling from './calling/request.ts';
import type { CallServices } from './calling/services.ts';
import type { Cookies } from './cookies.ts';
import type { AuthStore } from './database.ts';
import type { Factors } from './factors.ts';
import type { PasskeySignIn } from './passkeySignIn.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { Registration } from './registration.ts';
import type { Removal } from './removal.ts';
import type { SamlReader } from './sso/saml/reader.ts';

/** Services for the calls about sign-in. */
export interface AuthServices extends CallServices {
  readonly authStore: AuthStore;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly factors: Factors;
  readonly passkeys: Passkeys;
  readonly passkeySignIn: PasskeySignIn;
  readonly removal: Removal;
  readonly cookies: Cookies;
  /** Encrypts the secrets of connections to identity providers. */
  readonly ssoSeal: Seal;
  /** Asks identity providers. */
  readonly ssoFetcher: Fetcher;
  /** Reads the XML of identity providers. */
  readonly samlReader: SamlReader;
  /** Public origin of the web application, to which providers send browsers back. */
  origin(): string;
}

/** The context of a member's call of this module. */
export type MemberContext = calling.MemberContext<AuthServices>;

/** Implements a call of this module. */
export const implementCall = callsWith<AuthServices>();
