import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../platform/database/pool.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthCore } from './core.ts';
import { type AuthQueries, inAuth } from './database.ts';
import type { FactorOwner } from './factorOwner.ts';
import { claimChallenge, type ProofGiven, relyingParty, verifiedProof, wentBack } from './passkeyProof.ts';
import { type PasskeyOptions, proofOptions } from './passkeys.ts';
import { withRefusalFloor } from './responseFloor.ts';
import {
  holdPasskey,
  keepChallenge,
  lockFactors,
  notePasskeyUse,
  type PasskeyRow,
  passkeyOfCredential,
  passkeysOf,
  showFactor,
} from './sql/passkeys.ts';
import { auditPerson, type Person } from './sql/people.ts';
import { ssoRequiredOf } from './sql/providers.ts';
import type { SignedIn, Users } from './users.ts';

/** Proof of a person with a passkey: as second factor, or alone. */
export interface PasskeySignIn {
  /** @throws Refusal rate_limited, or not_found without a passkey */
  proveOptions(owner: FactorOwner): Promise<PasskeyOptions>;
  /**
   * Marks the session as verified.
   * @throws Refusal rate_limited, invalid_challenge or invalid_passkey
   */
  prove(owner: FactorOwner, given: ProofGiven, caller: Caller): Promise<void>;
  /** The answer names nobody's passkey, and its cookie must come back. @throws Refusal rate_limited */
  signInOptions(caller: Caller): Promise<{ options: PasskeyOptions; cookie: string }>;
  /** @throws Refusal rate_limited, invalid_challenge, invalid_passkey or sso_required */
  signIn(given: ProofGiven, caller: Caller): Promise<SignedIn>;
}

/** An answer that is valid but for the counter. */
interface Valid {
  readonly passkey: PasskeyRow;
  readonly counter: number;
  readonly backedUp: boolean;
}

export function createPasskeySignIn(core: AuthCore, users: Pick<Users, 'begin' | 'finish'>): PasskeySignIn {
  const { pool, store, rates, clock, cookies } = core;
  const now = () => new Date(clock.now());

  /** Notes the use of a passkey under the lock of its row. False: it was removed meanwhile, or its counter went back. */
  async function use(tx: Transaction, db: AuthQueries, person: Person, valid: Valid, caller: Caller) {
    // First, as removals lock too.
    await lockFactors(db, person.id);
    const row = await holdPasskey(db, person.id, valid.passkey.passkey_id);
    if (!row) return false;
    if (wentBack(Number(row.counter), valid.counter)) {
      await auditPerson(tx, person, 'passkey_counter_refused', caller, { friendly_name: row.friendly_name });
      return false;
    }
    await notePasskeyUse(db, valid.passkey.passkey_id, {
      counter: valid.counter,
      backed_up: valid.backedUp,
      last_used_at: now(),
    });
    return true;
  }

  async function check(given: ProofGiven, boundTo: string | undefined, caller: Caller) {
    // Of a browser without the cookie there is no challenge.
    if (boundTo === undefined) throw new Refusal('invalid_challenge');
    const by = { purpose: 'sign-in', boundTo } as const;
    const challenge = await claimChallenge(store.db, by, given.response.clientDataJSON, clock.now());
    const found = await passkeyOfCredential(store.db, given.id);
    if (!found?.email_verified) throw new Refusal('invalid_passkey');
    const { email, email_verified: _, ...passkey } = found;
    const person = { id: passkey.user_id, email };
    const names = given.response.userHandle;
    const ofPerson = names === undefined || names === Buffer.from(person.id).toString('base64url');
    const proof =
      ofPerson && (await verifiedProof(given, passkey, challenge, relyingParty(core.origin()), true));
    if (!proof) {
      await inAuth(pool, (tx) => auditPerson(tx, person, 'sign_in_failed', caller, { passkey: true }));
      throw new Refusal('invalid_passkey');
    }
    return { person, valid: { passkey, ...proof } };
  }

  return {
    async proveOptions(owner) {
      await rates.consume('passkeyChallengePerUser', owner.id);
      const own = await passkeysOf(store.db, owner.id);
      if (own.length === 0) throw new Refusal('not_found');
      const options = await proofOptions(core.origin(), own, 'preferred');
      const by = { purpose: 'prove', boundTo: owner.sessionId } as const;
      await keepChallenge(store.db, by, options.challenge, clock.now());
      return { ...options };
    },

    async prove(owner, given, caller) {
      await rates.consume('factorPerAddress', caller.address);
      await rates.consume('factorPerUser', owner.id);
      const by = { purpose: 'prove', boundTo: owner.sessionId } as const;
      const challenge = await claimChallenge(store.db, by, given.response.clientDataJSON, clock.now());
      const passkey = (await passkeysOf(store.db, owner.id)).find((row) => row.credential_id === given.id);
      const proof =
        passkey && (await verifiedProof(given, passkey, challenge, relyingParty(core.origin()), false));
      const shown = await inAuth(pool, async (tx, db) => {
        if (!passkey || !proof || !(await use(tx, db, owner, { passkey, ...proof }, caller))) {
          await auditPerson(tx, owner, 'second_factor_failed', caller, { passkey: true });
          return false;
        }
        await showFactor(db, owner.id, owner.sessionId, now());
        await auditPerson(tx, owner, 'second_factor_shown', caller, { passkey: true });
        return true;
      });
      // After the commit, so that a wrong answer stays in the log.
      if (!shown) throw new Refusal('invalid_passkey');
      await rates.forget('factorPerUser', owner.id);
    },

    async signInOptions(caller) {
      await rates.consume('passkeyPerAddress', caller.address);
      const options = await proofOptions(core.origin(), [], 'required');
      const boundTo = randomBytes(32).toString('base64url');
      const by = { purpose: 'sign-in', boundTo } as const;
      await keepChallenge(store.db, by, options.challenge, clock.now());
      return { options: { ...options }, cookie: cookies.passkey(boundTo) };
    },

    async signIn(given, caller) {
      await rates.consume('passkeyPerAddress', caller.address);
      const boundTo = cookies.readPasskey(caller.cookie);
      return withRefusalFloor(async () => {
        const { person, valid } = await check(given, boundTo, caller);
        const outcome = await inAuth(pool, async (tx, db) => {
          if (!(await use(tx, db, person, valid, caller))) return 'invalid_passkey';
          if (await ssoRequiredOf(db, person.id)) {
            await auditPerson(tx, person, 'passkey_sign_in_refused', caller);
            return 'sso_required';
          }
          const begun = await users.begin(tx, db, person, caller, undefined, { passkey: true });
          // The passkey verified its user: it counts as both factors.
          await showFactor(db, person.id, begun.sessionId, now());
          return begun;
        });
        // After the commit, so that the refusal stays in the log.
        if (typeof outcome === 'string') throw new Refusal(outcome);
        return users.finish(person.id, outcome);
      });
    },
  };
}
