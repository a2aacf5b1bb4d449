import type pg from 'pg';
import type { PasswordHashing } from '../../platform/crypto/password.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { Cookies } from './cookies.ts';
import type { AuthStore } from './database.ts';
import type { Keyring } from './keyring.ts';
import type { Rates } from './rates.ts';
import type { Sessions } from './sessions.ts';

/** Services and settings shared by the parts of sign-in. */
export interface AuthCore {
  /** For transactions: inAuth(pool, …). */
  readonly pool: pg.Pool;
  /** For single statements. */
  readonly store: AuthStore;
  readonly rates: Rates;
  readonly hashing: PasswordHashing;
  readonly clock: { now(): number };
  readonly mailer: Mailer;
  readonly keys: Keyring;
  readonly cookies: Cookies;
  readonly sessions: Sessions;
  /** True: the first organization founded is subscribed. */
  readonly subscribesFirst: boolean;
  /** Origin of the web application, for links in mails. */
  origin(): string;
}
