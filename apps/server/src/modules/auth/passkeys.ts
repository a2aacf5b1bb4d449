import { randomUUID } from 'node:crypto';
import { limits, type Passkey } from '@scout/contract';
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
} from '@simplewebauthn/server';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthCore } from './core.ts';
import { inAuth } from './database.ts';
import { type FactorOwner, requireShown, tellOwner } from './factorOwner.ts';
import { type CreationGiven, claimChallenge, relyingParty, verifiedCreation } from './passkeyProof.ts';
import type { Passwords } from './passwords.ts';
import {
  deletePasskey,
  hasSecondFactor,
  insertPasskey,
  keepChallenge,
  lockFactors,
  type PasskeyRow,
  passkeysOf,
  renamePasskey,
  showFactor,
} from './sql/passkeys.ts';
import { auditPerson } from './sql/people.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './sql/recoveryCodes.ts';

/** What a browser is asked with: JSON of WebAuthn. */
export type PasskeyOptions = { readonly challenge: string } & { [name: string]: unknown };

/** A person's own passkeys. */
export interface Passkeys {
  list(userId: string): Promise<Passkey[]>;
  /** @throws Refusal rate_limited, wrong_password, second_factor_required or passkey_limit */
  addOptions(owner: FactorOwner, password: string): Promise<PasskeyOptions>;
  /**
   * Marks the session as verified. Returns recovery codes with the user's first second factor.
   * @throws Refusal second_factor_required, invalid_challenge, invalid_passkey or passkey_limit
   */
  add(
    owner: FactorOwner,
    name: string,
    given: CreationGiven,
    caller: Caller,
  ): Promise<{ passkey: Passkey; recoveryCodes: string[] | undefined }>;
  /** @throws Refusal not_found */
  rename(owner: FactorOwner, id: string, name: string, caller: Caller): Promise<Passkey>;
  /** @throws Refusal rate_limited, second_factor_required, wrong_password or not_found */
  remove(owner: FactorOwner, id: string, password: string, caller: Caller): Promise<void>;
}

export function createPasskeys(core: AuthCore, passwords: Pick<Passwords, 'requirePassword'>): Passkeys {
  const { pool, store, rates, clock, keys } = core;

  return {
    list: async (userId) => (await passkeysOf(store.db, userId)).map(toPasskey),

    async addOptions(owner, password) {
      await requireShown(core, owner);
      await rates.consume('passkeyChallengePerUser', owner.id);
      await passwords.requirePassword(owner, password);
      const own = await passkeysOf(store.db, owner.id);
      if (own.length >= limits.passkeys.listed) throw new Refusal('passkey_limit');
      const options = await generateRegistrationOptions({
        rpName: 'Scout',
        rpID: relyingParty(core.origin()).id,
        userID: new Uint8Array(Buffer.from(owner.id)),
        userName: owner.email,
        attestationType: 'none',
        excludeCredentials: own.map(toDescriptor),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        timeout: limits.passkeys.challengeSeconds * 1_000,
      });
      const use = { purpose: 'add', boundTo: owner.sessionId } as const;
      await keepChallenge(store.db, use, options.challenge, clock.now());
      return { ...options };
    },

    async add(owner, name, given, caller) {
      await requireShown(core, owner);
      const use = { purpose: 'add', boundTo: owner.sessionId } as const;
      const challenge = await claimChallenge(store.db, use, given.response.clientDataJSON, clock.now());
      const created = await verifiedCreation(given, challenge, relyingParty(core.origin()));
      if (!created) throw new Refusal('invalid_passkey');
      const { credential } = created;
      if (credential.id.length > limits.passkeys.credentialIdMax) throw new Refusal('invalid_passkey');
      return inAuth(pool, async (tx, db) => {
        await lockFactors(db, owner.id);
        const own = await passkeysOf(db, owner.id);
        if (own.length >= limits.passkeys.listed) throw new Refusal('passkey_limit');
        const first = !(await hasSecondFactor(db, owner.id));
        // A factor that was set up elsewhere meanwhile must be shown first.
        if (!first) await requireShown(core, owner);
        const now = new Date(clock.now());
        const row = await insertPasskey(db, {
          passkey_id: randomUUID(),
          user_id: owner.id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: [...(given.response.transports ?? [])],
          backed_up: created.credentialBackedUp,
          friendly_name: name,
          created_at: now,
          last_used_at: null,
        });
        if (!row) throw new Refusal('invalid_passkey');
        await showFactor(db, owner.id, owner.sessionId, now);
        await tellOwner(core, tx, owner, caller, { kind: 'passkey-added', action: 'passkey_added', name });
        const recoveryCodes = first ? await replaceRecoveryCodes(db, keys('codes'), owner.id) : undefined;
        return { passkey: toPasskey(row), recoveryCodes };
      });
    },

    rename(owner, id, name, caller) {
      return inAuth(pool, async (tx, db) => {
        const row = await renamePasskey(db, owner.id, id, name);
        if (!row) throw new Refusal('not_found');
        await auditPerson(tx, owner, 'passkey_renamed', caller, { friendly_name: name });
        return toPasskey(row);
      });
    },

    async remove(owner, id, password, caller) {
      await requireShown(core, owner);
      await passwords.requirePassword(owner, password);
      await inAuth(pool, async (tx, db) => {
        await lockFactors(db, owner.id);
        const removed = await deletePasskey(db, owner.id, id);
        if (!removed) throw new Refusal('not_found');
        if (!(await hasSecondFactor(db, owner.id))) await deleteRecoveryCodes(db, owner.id);
        await tellOwner(core, tx, owner, caller, {
          kind: 'passkey-removed',
          action: 'passkey_removed',
          name: removed.friendly_name,
        });
      });
    },
  };
}

/** How options name a passkey. */
export const toDescriptor = (row: PasskeyRow) => ({
  id: row.credential_id,
  // Browsers ignore the transports that they do not know.
  transports: row.transports as AuthenticatorTransport[],
});

/** The options of a challenge that an own passkey of the person answers; of anyone, when none is named. */
export function proofOptions(
  origin: string,
  allowed: readonly PasskeyRow[],
  userVerification: 'required' | 'preferred',
) {
  return generateAuthenticationOptions({
    rpID: relyingParty(origin).id,
    userVerification,
    timeout: limits.passkeys.challengeSeconds * 1_000,
    ...(allowed.length > 0 && { allowCredentials: allowed.map(toDescriptor) }),
  });
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.passkey_id,
  friendly_name: row.friendly_name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
