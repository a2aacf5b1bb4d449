import { randomBytes } from 'node:crypto';
import { limits } from '@scout/contract';
import { hashSecret } from '../../platform/crypto/secretText.ts';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { requireUncommon } from './commonPassword.ts';
import type { AuthCore } from './core.ts';
import { type AuthQueries, inAuth } from './database.ts';
import { withResponseFloor } from './responseFloor.ts';
import { meetDevice, newDevice } from './sql/devices.ts';
import { auditPerson, credentialsOf, holdPassword, type Person, setFirstPassword } from './sql/people.ts';

/** Password operations: recover, reset, change and verify. */
export interface Passwords {
  /** Mails a link if the address has a confirmed user; the response is the same if not. @throws Refusal rate_limited */
  recover(email: string, caller: Caller): Promise<void>;
  /**
   * Consumes the token and ends every session. Returns the cookie of the now known browser: the mailbox owner can sign in despite
   * others' guesses.
   * @throws Refusal rate_limited, common_password or invalid_reset_token
   */
  reset(token: string, password: string, caller: Caller): Promise<readonly string[]>;
  /** Ends every other session. @throws Refusal rate_limited, common_password or wrong_password */
  change(
    person: Person & { sessionId: string },
    passwords: { current: string; next: string },
    caller: Caller,
  ): Promise<void>;
  /** The hash matching the password. @throws Refusal rate_limited or wrong_password */
  requirePassword(person: Person, password: string): Promise<string>;
}

const { resetMinutes } = limits.user;

export function createPasswords(core: AuthCore): Passwords {
  const { pool, store, rates, hashing, clock, cookies, mailer } = core;
  const now = () => new Date(clock.now());

  async function setPassword(
    tx: Transaction,
    db: AuthQueries,
    person: Person,
    hash: string,
    how: { action: string; keepSession: string | null; caller: Caller },
  ): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('account')
      .set({ password: hash, updated_at: now() })
      .where('user_id', '=', person.id)
      .where('provider_id', '=', 'credential')
      .executeTakeFirstOrThrow();
    // Whom a provider signed in first has none yet.
    if (numUpdatedRows === 0n) await setFirstPassword(db, person.id, hash, now());
    await db
      .deleteFrom('session')
      .where('user_id', '=', person.id)
      .where('id', 'is distinct from', how.keepSession)
      .execute();
    await notifyAtCommit(tx, { kind: 'person', id: person.id });
    await db.deleteFrom('password_resets').where('user_id', '=', person.id).execute();
    await auditPerson(tx, person, how.action, how.caller);
    await mailer.send(tx, {
      template: 'security-notice',
      to: person.email,
      props: { kind: 'password-changed', when: now().toISOString(), ...placeOf(how.caller) },
    });
  }

  async function requirePassword(person: Person, password: string): Promise<string> {
    await rates.consume('passwordPerUser', person.id);
    const found = await credentialsOf(store.db, person.email);
    const fits = await hashing.fits(password, found?.password);
    if (!fits || !found?.password) throw new Refusal('wrong_password');
    await rates.forget('passwordPerUser', person.id);
    return found.password;
  }

  return {
    requirePassword,

    async recover(email, caller) {
      await rates.consume('recoverPerAddress', caller.address);
      await rates.consume('recoverPerUser', email);
      await withResponseFloor(() =>
        inAuth(pool, async (tx, db) => {
          const person = await db
            .selectFrom('user')
            .select(['id', 'email'])
            .where('email', '=', email)
            .where('email_verified', '=', true)
            .executeTakeFirst();
          if (!person) return;
          const token = randomBytes(32).toString('base64url');
          const row = {
            token_hash: hashSecret(token),
            created_at: now(),
            expires_at: new Date(clock.now() + resetMinutes * 60_000),
          };
          await db
            .insertInto('password_resets')
            .values({ user_id: person.id, ...row })
            .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
            .execute();
          await auditPerson(tx, person, 'password_reset_requested', caller);
          await mailer.send(tx, {
            template: 'password-reset',
            to: person.email,
            props: { link: `${core.origin()}/reset-password?token=${token}`, minutes: resetMinutes },
          });
        }),
      );
    },

    async reset(token, password, caller) {
      await rates.consume('resetPerAddress', caller.address);
      // Without the user's names: only the token's owner may learn them.
      requireUncommon(password, []);
      const hash = await hashing.hash(password);
      const device = cookies.readDevice(caller.cookie) ?? newDevice();
      const done = await inAuth(pool, async (tx, db) => {
        const spent = await db
          .deleteFrom('password_resets')
          .where('token_hash', '=', hashSecret(token))
          .returning(['user_id', 'expires_at'])
          .executeTakeFirst();
        if (!spent || spent.expires_at.getTime() <= clock.now()) return false;
        const person = await db
          .selectFrom('user')
          .select(['id', 'email'])
          .where('id', '=', spent.user_id)
          .where('email_verified', '=', true)
          .executeTakeFirst();
        if (!person) return false;
        await setPassword(tx, db, person, hash, { action: 'password_reset', keepSession: null, caller });
        await meetDevice(db, person.id, device, now());
        return true;
      });
      if (!done) throw new Refusal('invalid_reset_token');
      return [cookies.device(device)];
    },

    async change(person, { current, next }, caller) {
      requireUncommon(next, [person.email]);
      const before = await requirePassword(person, current);
      const hash = await hashing.hash(next);
      await inAuth(pool, async (tx, db) => {
        if (!(await holdPassword(db, person.id, before))) throw new Refusal('wrong_password');
        await setPassword(tx, db, person, hash, {
          action: 'password_changed',
          keepSession: person.sessionId,
          caller,
        });
      });
    },
  };
}
