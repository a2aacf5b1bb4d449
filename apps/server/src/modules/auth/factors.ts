import { randomUUID } from 'node:crypto';
import { type Factor, limits } from '@scout/contract';
import type { SecurityNoticeKind } from '@scout/emails';
import { createSeal, type Seal } from '../../platform/crypto/seal.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { challengeHolds, newChallenge } from './challenge.ts';
import type { AuthCore } from './core.ts';
import { type AuthQueries, inAuth } from './database.ts';
import type { Passwords } from './passwords.ts';
import { auditPerson, type Person } from './sql/people.ts';
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './sql/recoveryCodes.ts';
import { newTotpSecret, stepOfCode, totpForApp } from './totp.ts';

/** The person who sets up or proves a factor, and the session. */
export interface FactorOwner extends Person {
  readonly sessionId: string;
}

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
  const { pool, store, rates, clock, keys, mailer, sessions } = core;
  const now = () => new Date(clock.now());
  const secretSeal = createSeal(keys('secrets'));

  /** A person with a verified factor can change factors only after proving one. */
  async function requireShown({ id, sessionId }: FactorOwner): Promise<void> {
    const state = await sessions.stateOf({ sub: id, session_id: sessionId });
    if (!state || (state.hasFactor && !state.factorShown)) throw new Refusal('second_factor_required');
  }

  async function tell(
    tx: Transaction,
    owner: Person,
    caller: Caller,
    notice: { kind: SecurityNoticeKind; action: string; name?: string; recoveryCodesLeft?: number },
  ): Promise<void> {
    const details = notice.name === undefined ? {} : { friendly_name: notice.name };
    await auditPerson(tx, owner, notice.action, caller, details);
    await mailer.send(tx, {
      template: 'security-notice',
      to: owner.email,
      props: {
        kind: notice.kind,
        when: now().toISOString(),
        ...placeOf(caller),
        ...(notice.recoveryCodesLeft !== undefined && { recoveryCodesLeft: notice.recoveryCodesLeft }),
      },
    });
  }

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
    return (await spendRecoveryCode(db, keys('codes'), userId, code, now())) ? 'recovery' : undefined;
  }

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
      await requireShown(owner);
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
        await db.selectFrom('user').select('id').where('id', '=', owner.id).forUpdate().execute();
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
      if (!row) throw new Refusal('not_found');
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
        const rows = await db
          .selectFrom('factors')
          .select(['user_id', 'factor_id', 'status', 'friendly_name', 'secret', 'last_used_step'])
          .where('user_id', '=', owner.id)
          .orderBy('factor_id')
          .forUpdate()
          .execute();
        const factor = rows.find(({ factor_id }) => factor_id === factorId);
        if (!factor) throw new Refusal('not_found');
        const first = !rows.some(({ status }) => status === 'verified');
        // A person with a verified factor must prove that one; a new factor alone does not complete a sign-in.
        if (factor.status === 'unverified' && !first) await requireShown(owner);

        const shown = await spend(db, factor, code);
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
        if (factor.status === 'verified') {
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
      await requireShown(owner);
      if (password !== undefined) await passwords.requirePassword(owner, password);
      await inAuth(pool, async (tx, db) => {
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
        const left = await db
          .selectFrom('factors')
          .select('factor_id')
          .where('user_id', '=', owner.id)
          .where('status', '=', 'verified')
          .execute();
        if (left.length === 0) {
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
        const verified = await db
          .selectFrom('factors')
          .select('factor_id')
          .where('user_id', '=', owner.id)
          .where('status', '=', 'verified')
          .execute();
        if (verified.length === 0) throw new Refusal('not_found');
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
