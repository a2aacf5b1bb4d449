import { randomUUID } from 'node:crypto';
import { companyEmailMessages, domainOf, limits, type MemberStatus, type User } from '@scout/contract';
import { sql } from 'kysely';
import { audit } from '../../platform/database/audit.ts';
import { companyKey } from '../../platform/database/companyKey.ts';
import type { Transaction } from '../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { IsMailProvider } from '../../platform/mail/mailProviders.ts';
import { requireUncommon } from './commonPassword.ts';
import type { AuthCore } from './core.ts';
import { type AuthQueries, inAuth } from './database.ts';
import { withRefusalFloor, withResponseFloor } from './responseFloor.ts';
import {
  askForConfirmation,
  confirmationOfCode,
  confirmationOfLink,
  type Entered,
  lastEntered,
} from './sql/confirmation.ts';
import { auditPerson, setFirstPassword, toUser } from './sql/people.ts';
import { startTrial } from './sql/startTrial.ts';
import { subscribeFirst } from './sql/subscribeFirst.ts';
import type { SignedIn, Users } from './users.ts';

export interface SignUp {
  /** Trimmed, in lower case, at a company's domain. */
  readonly email: string;
  readonly password: string;
  readonly data: { readonly first_name: string; readonly last_name: string; readonly company_name: string };
}

export interface CompanyOfSignUp {
  readonly company_name: string | null;
  readonly company: 'new' | 'join' | 'domain-mismatch' | null;
  readonly admission: MemberStatus | null;
  readonly optional: boolean;
}

/** Sign-up and confirmation of an address. */
export interface Registration {
  /** @throws Refusal rate_limited */
  emailExists(email: string, caller: Caller): Promise<boolean>;
  /**
   * `otherCompany`: the person declined the company of the domain.
   * @throws Refusal rate_limited, or invalid_input for an address at a mail provider
   */
  lookUp(
    email: string,
    question: { companyName: string | undefined; otherCompany: boolean },
    caller: Caller,
  ): Promise<CompanyOfSignUp>;
  /** @throws Refusal rate_limited, common_password, email_exists, domain_mismatch, or invalid_input for an address at a mail provider */
  signUp(input: SignUp, caller: Caller): Promise<User>;
  /** Same response for every address. @throws Refusal rate_limited */
  resend(email: string, caller: Caller): Promise<void>;
  /** @throws Refusal rate_limited or invalid_code */
  confirmByCode(email: string, code: string, caller: Caller): Promise<SignedIn>;
  /** @throws Refusal rate_limited or invalid_confirmation_link */
  confirmByLink(token: string, caller: Caller): Promise<SignedIn>;
}

export function createRegistration(
  core: AuthCore,
  users: Users,
  isMailProvider: IsMailProvider,
): Registration {
  const { pool, store, rates, hashing, clock } = core;

  /** `suggest`: offers the company of the domain for any entered name. */
  async function companyOf(
    email: string,
    companyName: string | undefined,
    suggest: boolean,
  ): Promise<CompanyOfSignUp> {
    const domain = domainOf(email);
    if (isMailProvider(domain))
      throw new Refusal('invalid_input', { message: companyEmailMessages.personal });
    const key = companyName ? companyKey(companyName) : null;
    const { rows } = await sql<CompanyOfSignUp>`
      SELECT company_name, company, admission, optional
      FROM scout.sign_up_lookup(${email}, ${domain}, ${key}, true, ${suggest})`.execute(store.db);
    return rows[0]!;
  }

  /** Applies the sign-up of the used mail: address, password, names, membership, session. */
  async function confirm(
    tx: Transaction,
    db: AuthQueries,
    entered: Entered & { user_id: string },
    caller: Caller,
  ) {
    const now = new Date(clock.now());
    await db.deleteFrom('confirmations').where('user_id', '=', entered.user_id).execute();
    const names = [entered.first_name, entered.last_name].filter((name) => name !== null);
    const person = await db
      .updateTable('user')
      .set({
        email_verified: true,
        email_confirmed_at: now,
        updated_at: now,
        ...(names.length > 0 && { name: names.join(' ') }),
        ...(entered.first_name !== null && { first_name: entered.first_name }),
        ...(entered.company_name !== null && { company_name: entered.company_name }),
      })
      .where('id', '=', entered.user_id)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow();
    if (entered.password !== null) await setFirstPassword(db, person.id, entered.password, now);
    const domain = domainOf(person.email);
    const { rows } = await sql<{ outcome: string; tenant_id: string }>`
      SELECT outcome, tenant_id FROM scout.join_organization(${person.id}, ${person.email}, ${domain},
        ${!isMailProvider(domain)}, ${entered.company_name}, ${entered.company_name === null ? null : companyKey(entered.company_name)},
        ${entered.first_name}, ${entered.last_name}, ${now})`.execute(tx);
    const joined = rows[0];
    await auditPerson(tx, person, 'email_confirmed', caller, { organization: joined?.outcome ?? null });
    if (joined?.outcome === 'created') {
      const isFirst = core.subscribesFirst && (await subscribeFirst(tx, joined.tenant_id, now));
      if (!isFirst) await startTrial(tx, joined.tenant_id, now);
    }
    if (joined?.outcome === 'pending') {
      const { tenant_id: tenantId } = joined;
      const entry = { tenantId, actor: person.email, action: 'membership_requested' };
      await audit(tx, { ...entry, ...placeOf(caller) });
    }
    return { userId: person.id, begun: await users.begin(tx, db, person, caller) };
  }

  return {
    async emailExists(email, caller) {
      await rates.consume('lookUpPerAddress', caller.address);
      await rates.consume('lookUpPerUser', email);
      const row = await store.db
        .selectFrom('user')
        .select('id')
        .where('email', '=', email)
        .where('email_verified', '=', true)
        .executeTakeFirst();
      return row !== undefined;
    },

    async lookUp(email, { companyName, otherCompany }, caller) {
      await rates.consume('lookUpPerAddress', caller.address);
      await rates.consume('lookUpPerUser', email);
      return companyOf(email, companyName, !otherCompany);
    },

    async signUp({ email, password, data }, caller) {
      await rates.consume('signUpPerAddress', caller.address);
      await rates.consume('signUpPerUser', email);
      requireUncommon(password, [email, ...Object.values(data)]);
      const hash = await hashing.hash(password);
      const { company } = await companyOf(email, data.company_name, false);
      return inAuth(pool, async (tx, db) => {
        const row = await unconfirmedUser(db, email, data, new Date(clock.now()));
        if (company === 'domain-mismatch') throw new Refusal('domain_mismatch');
        await askForConfirmation(core, tx, db, row, { ...data, password: hash });
        return toUser(row);
      });
    },

    async resend(email, caller) {
      await rates.consume('resendPerAddress', caller.address);
      await rates.consume('resendPerUser', email);
      await withResponseFloor(() =>
        inAuth(pool, async (tx, db) => {
          const person = await db
            .selectFrom('user')
            .select(['id', 'email'])
            .where('email', '=', email)
            .where('email_verified', '=', false)
            .forUpdate()
            .executeTakeFirst();
          if (!person) return;
          const nothing = { password: null, first_name: null, last_name: null, company_name: null };
          const entered = (await lastEntered(db, person.id)) ?? nothing;
          // Earlier mails are invalid from now on.
          await db.deleteFrom('confirmations').where('user_id', '=', person.id).execute();
          await askForConfirmation(core, tx, db, person, entered);
        }),
      );
    },

    async confirmByCode(email, code, caller) {
      await rates.consume('verifyPerAddress', caller.address);
      await rates.consume('verifyPerUser', email);
      const confirmed = await withRefusalFloor(async () => {
        const outcome = await inAuth(pool, async (tx, db) => {
          const entered = await confirmationOfCode(core, db, email, code);
          return entered && confirm(tx, db, entered, caller);
        });
        // After the commit, so that a wrong code stays counted.
        if (!outcome) throw new Refusal('invalid_code');
        return outcome;
      });
      await rates.forget('verifyPerUser', email);
      return users.finish(confirmed.userId, confirmed.begun);
    },

    async confirmByLink(token, caller) {
      await rates.consume('verifyPerAddress', caller.address);
      const confirmed = await inAuth(pool, async (tx, db) => {
        const entered = await confirmationOfLink(db, token, clock.now());
        return entered && confirm(tx, db, entered, caller);
      });
      if (!confirmed) throw new Refusal('invalid_confirmation_link');
      return users.finish(confirmed.userId, confirmed.begun);
    },
  };
}

/** The unconfirmed user of an address, created if missing. @throws Refusal email_exists */
async function unconfirmedUser(db: AuthQueries, email: string, data: SignUp['data'], now: Date) {
  await db
    .insertInto('user')
    .values({
      id: randomUUID(),
      name: `${data.first_name} ${data.last_name}`.slice(0, limits.user.nameMax),
      email,
      email_verified: false,
      email_confirmed_at: null,
      last_sign_in_at: null,
      first_name: data.first_name,
      company_name: data.company_name,
      alert_recipient_email: null,
      created_at: now,
      updated_at: now,
    })
    // Restarts its confirmation period.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ updated_at: now }).where('user.email_verified', '=', false),
    )
    .execute();
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.email_verified) throw new Refusal('email_exists');
  return row;
}
