import { randomUUID } from 'node:crypto';
import { type Factor, limits } from '@scout/contract';
import { createSeal, type Seal } from '../../platform/crypto/seal.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { challengeHolds, newChallenge } from './challenge.ts';
import type { AuthCore } from './core.ts';
import { type AuthQueries, inAuth } from './database.ts';
import { type FactorNotice, type FactorOwner, requireShown, tellOwner } from './factorOwner.ts';
import type { Passwords } from './passwords.ts';
import { hasSecondFactor, lockFactors, passkeysOf } from './sql/passkeys.ts';
import { auditPerson, type Person } from './sql/people.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './sql/recoveryCodes.ts';
import { newTotpSecret, stepOfCode, totpForApp } from './totp.ts';

export interface NewFactor {
  readonly factor_type: 'totp' | 'phone';
  readonly friendly_name: string;
}

/** Operations on a user's second factors. */
export interface Factors {
  list(userId: string): Promise<{ factors: Factor[]; recovery_codes_left: number }>;
  /** @throws Refusal rate_limited, wrong_password, phone_factor_unavailable, second_factor_required or factor_limit */
  enrol(
    owner: FactorOwner,
    factor: NewFactor,
    password: string,
  ): Promise<Factor & { totp: { uri: string; secret: string } }>;
  /** @throws Refusal not_found */
  challenge(owner: FactorOwner, factorId: string): Promise<{ id: string; expires_at: number }>;
  /**
   * Marks the session as verified. Returns recovery codes with the user's first factor.
   * @throws Refusal rate_limited, not_found, invalid_challenge or invalid_factor_code
   */
  verify(
    owner: FactorOwner,
    attempt: { factorId: string; challengeId: string; code: string },
    caller: Caller,
  ): Promise<string[] | undefined>;
  /**
   * The password is optional for a factor that was never verified.
   * @throws Refusal rate_limited, second_factor_required, password_required, wrong_password or not_found
   */
  remove(owner: FactorOwner, factorId: string, password: string | undefined, caller: Caller): Promise<void>;
  /** @throws Refusal rate_limited, wrong_password, or not_found without a verified factor */
  renewRecoveryCodes(owner: FactorOwner, password: string, caller: Caller): Promise<string[]>;
}

/** Age from which an unfinished factor setup may be replaced. */
const unfinishedMs = 15 * 60_000;

export function createFactors(core: AuthCore, passwords: Pick<Passwords, 'requirePassword'>): Factors {
  const { pool, store, rates, clock, keys } = core;
  const now = () => new Date(clock.now());
  const secretSeal = createSeal(keys('secrets'));

  const tell = (tx: Transaction, owner: Person, caller: Caller, notice: FactorNotice) =>
    tellOwner(core, tx, owner, caller, notice);

  /** Kind of the given code, now consumed; undefined if wrong or already used. */
  async function spend(
    db: AuthQueries,
    factor: FactorRow,
    code: string,
  ): Promise<'totp' | 'recovery' | undefined> {
    const { user_id: userId, factor_id: factorId } = factor;
    const step = stepOfCode(await openSecret(secretSeal, factor), code, clock.now());
    if (step !== undefined) {
      // The row lock ensures that of two uses of one code only the first finds an older step.
      if (factor.last_used_step !== null && step <= Number(factor.last_used_step)) return undefined;
      await db
        .updateTable('factors')
        .set({ last_used_step: step, status: 'verified' })
        .where('user_id', '=', userId)
        .where('factor_id', '=', factorId)
        .execute();
      return 'totp';
    }
    if (factor.status !== 'verified') return undefined;
    return (await spendRecovery(db, userId, code)) ? 'recovery' : undefined;
  }

  const spendRecovery = (db: AuthQueries, userId: string, code: string) =>
    spendRecoveryCode(db, keys('codes'), userId, code, now());

  /** In place of an app, recovery codes are entered for a passkey, too. */
  const isPasskey = async (db: AuthQueries, userId: string, id: string) =>
    (await passkeysOf(db, userId)).some(({ passkey_id }) => passkey_id === id);

  return {
    async list(userId) {
      const rows = await store.db
        .selectFrom('factors')
        .select(['factor_id', 'factor_type', 'status', 'friendly_name', 'created_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('factor_id')
        .execute();
      return { factors: rows.map(toFactor), recovery_codes_left: await countRecoveryCodes(store.db, userId) };
    },

    async enrol(owner, { factor_type, friendly_name }, password) {
      await requireShown(core, owner);
      await passwords.requirePassword(owner, password);
      if (factor_type === 'phone') throw new Refusal('phone_factor_unavailable');
      const secret = newTotpSecret();
      const factor_id = randomUUID();
      const row = {
        user_id: owner.id,
        factor_id,
        factor_type,
        status: 'unverified',
        friendly_name,
        created_at: now(),
      } as const;
      const sealed = await sealSecret(secretSeal, row, secret);
      await inAuth(pool, async (_tx, db) => {
        // The lock serializes concurrent setups for counting.
        await lockFactors(db, owner.id);
        await db
          .deleteFrom('factors')
          .where('user_id', '=', owner.id)
          .where('status', '=', 'unverified')
          .where('created_at', '<', new Date(clock.now() - unfinishedMs))
          .execute();
        const others = await db
          .selectFrom('factors')
          .select('factor_id')
          .where('user_id', '=', owner.id)
          .execute();
        if (others.length >= limits.secondFactor.factors) throw new Refusal('factor_limit');
        await db
          .insertInto('factors')
          .values({ ...row, secret: sealed, last_used_step: null })
          .execute();
      });
      return { ...toFactor(row), totp: totpForApp(secret, owner.email) };
    },

    async challenge(owner, factorId) {
      const row = await store.db
        .selectFrom('factors')
        .select('factor_id')
        .where('user_id', '=', owner.id)
        .where('factor_id', '=', factorId)
        .executeTakeFirst();
      if (!row && !(await isPasskey(store.db, owner.id, factorId))) throw new Refusal('not_found');
      return newChallenge(keys('challenges'), { sessionId: owner.sessionId, factorId }, clock.now());
    },

    async verify(owner, { factorId, challengeId, code }, caller) {
      await rates.consume('factorPerAddress', caller.address);
      await rates.consume('factorPerUser', owner.id);
      const attempt = { sessionId: owner.sessionId, factorId };
      if (!(await challengeHolds(keys('challenges'), attempt, challengeId, clock.now()))) {
        throw new Refusal('invalid_challenge');
      }
      const outcome = await inAuth(pool, async (tx, db) => {
        await lockFactors(db, owner.id);
        const rows = await db
          .selectFrom('factors')
          .select(['user_id', 'factor_id', 'status', 'friendly_name', 'secret', 'last_used_step'])
          .where('user_id', '=', owner.id)
          .orderBy('factor_id')
          .forUpdate()
          .execute();
        const factor = rows.find(({ factor_id }) => factor_id === factorId);
        if (!factor && !(await isPasskey(db, owner.id, factorId))) throw new Refusal('not_found');
        const first = !(await hasSecondFactor(db, owner.id));
        // A person with a verified factor must prove that one; a new factor alone does not complete a sign-in.
        if (factor?.status === 'unverified' && !first) await requireShown(core, owner);

        const shown = factor
          ? await spend(db, factor, code)
          : (await spendRecovery(db, owner.id, code))
            ? 'recovery'
            : undefined;
        if (!shown) {
          await auditPerson(tx, owner, 'second_factor_failed', caller);
          return { shown };
        }
        await db
          .updateTable('session')
          .set({ second_factor_at: now() })
          .where('id', '=', owner.sessionId)
          .where('user_id', '=', owner.id)
          .execute();
        if (shown === 'recovery') {
          const recoveryCodesLeft = await countRecoveryCodes(db, owner.id);
          await tell(tx, owner, caller, {
            kind: 'recovery-code-used',
            action: 'recovery_code_used',
            recoveryCodesLeft,
          });
          return { shown };
        }
        if (factor?.status !== 'unverified') {
          await auditPerson(tx, owner, 'second_factor_shown', caller);
          return { shown };
        }
        await tell(tx, owner, caller, {
          kind: 'factor-added',
          action: 'second_factor_added',
          name: factor.friendly_name,
        });
        const codes = first ? await replaceRecoveryCodes(db, keys('codes'), owner.id) : undefined;
        return { shown, codes };
      });
      // After the commit, so that a wrong code stays in the log.
      if (!outcome.shown) throw new Refusal('invalid_factor_code');
      await rates.forget('factorPerUser', owner.id);
      return outcome.codes;
    },

    async remove(owner, factorId, password, caller) {
      await requireShown(core, owner);
      if (password !== undefined) await passwords.requirePassword(owner, password);
      await inAuth(pool, async (tx, db) => {
        await lockFactors(db, owner.id);
        const removed = await db
          .deleteFrom('factors')
          .where('user_id', '=', owner.id)
          .where('factor_id', '=', factorId)
          .returning(['status', 'friendly_name'])
          .executeTakeFirst();
        if (!removed) throw new Refusal('not_found');
        if (removed.status === 'unverified') return;
        // Rolls back the removal.
        if (password === undefined) throw new Refusal('password_required');
        if (!(await hasSecondFactor(db, owner.id))) {
          await db.deleteFrom('recovery_codes').where('user_id', '=', owner.id).execute();
        }
        await tell(tx, owner, caller, {
          kind: 'factor-removed',
          action: 'second_factor_removed',
          name: removed.friendly_name,
        });
      });
    },

    async renewRecoveryCodes(owner, password, caller) {
      await passwords.requirePassword(owner, password);
      return inAuth(pool, async (tx, db) => {
        if (!(await hasSecondFactor(db, owner.id))) throw new Refusal('not_found');
        await tell(tx, owner, caller, { kind: 'recovery-codes', action: 'recovery_codes_renewed' });
        return replaceRecoveryCodes(db, keys('codes'), owner.id);
      });
    },
  };
}

interface FactorRow {
  readonly user_id: string;
  readonly factor_id: string;
  readonly status: 'unverified' | 'verified';
  readonly secret: string;
  readonly last_used_step: string | number | null;
}

type FactorId = Pick<FactorRow, 'user_id' | 'factor_id'>;

/** Includes its factor's id, so that a sealed secret cannot be moved to another factor. */
const sealSecret = (seal: Seal, { user_id, factor_id }: FactorId, secret: Buffer): Promise<string> =>
  seal.seal(`${user_id} ${factor_id} ${secret.toString('base64url')}`);

async function openSecret(seal: Seal, factor: FactorRow): Promise<Buffer> {
  const [userId, factorId, secret] = (await seal.open(factor.secret)).split(' ');
  if (userId !== factor.user_id || factorId !== factor.factor_id || secret === undefined) {
    throw new Error('The secret of a second factor belongs to another');
  }
  return Buffer.from(secret, 'base64url');
}

const toFactor = (row: {
  factor_id: string;
  factor_type: Factor['factor_type'];
  status: Factor['status'];
  friendly_name: string;
  created_at: Date;
}): Factor => ({
  id: row.factor_id,
  factor_type: row.factor_type,
  status: row.status,
  friendly_name: row.friendly_name,
  created_at: row.created_at.toISOString(),
});
