import { DAY } from '@scout/detection/time';
import type { Config } from '../../platform/config/config.ts';
import type { Secrets } from '../../platform/config/dataDirectory.ts';
import { createPasswordHashing, type PasswordCost } from '../../platform/crypto/password.ts';
import type { IsMailProvider } from '../../platform/mail/mailProviders.ts';
import { createTokenVerifier } from './accessToken.ts';
import { createAgentAuthentication } from './agentCredential.ts';
import { createApiTokenProof } from './apiTokenProof.ts';
import { createCookies } from './cookies.ts';
import type { AuthCore } from './core.ts';
import { createFactors } from './factors.ts';
import { createPasskeySignIn } from './passkeySignIn.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswords } from './passwords.ts';
import { createRegistration } from './registration.ts';
import { createRemoval } from './removal.ts';
import { createRotation } from './rotation.ts';
import { createSessions } from './sessions.ts';
import { createTokenSigner } from './tokenSigner.ts';
import { createUsers } from './users.ts';

interface Parts extends Omit<AuthCore, 'hashing' | 'cookies' | 'sessions'> {
  readonly config: Pick<Config, 'publicUrl' | 'sessionDays' | 'sessionIdleHours'>;
  readonly secrets: Pick<Secrets, 'authSecret'>;
  readonly isMailProvider: IsMailProvider;
  /** Cost of hashing a password; the product's by default. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** Everything about who signs in, and with what proof a call comes. */
export function createSignIn({ config, secrets, isMailProvider, passwordCost, ...parts }: Parts) {
  const { pool, store, keys, clock } = parts;
  const { authSecret } = secrets;
  const core: AuthCore = {
    ...parts,
    hashing: createPasswordHashing(passwordCost),
    cookies: createCookies(config.publicUrl?.startsWith('https:') ?? false),
    sessions: createSessions(createTokenSigner(store.db, authSecret, clock), store.db, clock, {
      absoluteMs: config.sessionDays * DAY,
      idleMs: config.sessionIdleHours * 3_600_000,
    }),
  };
  const users = createUsers(core);
  const passwords = createPasswords(core);
  return {
    hashing: core.hashing,
    cookies: core.cookies,
    users,
    sessions: core.sessions,
    passwords,
    registration: createRegistration(core, users, isMailProvider),
    factors: createFactors(core, passwords),
    passkeys: createPasskeys(core, passwords),
    passkeySignIn: createPasskeySignIn(core, users),
    removal: createRemoval(core, passwords),
    rotation: createRotation({ pool, store, keys, authSecret, clock }),
    verifyToken: createTokenVerifier(store, clock),
    apiTokenProof: createApiTokenProof(store, parts.rates, clock),
    authenticateAgent: createAgentAuthentication(store, clock),
  };
}
