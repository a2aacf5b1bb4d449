import { readFile } from 'node:fs/promises';
import { newPasswordRule } from '@scout/contract/validation/password';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { createPasswordHashing } from '../../platform/crypto/password.ts';
import { companyKey } from '../../platform/database/companyKey.ts';
import { withRole } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTenant, listTenants } from './sql/tenants.ts';
import { createUser } from './sql/users.ts';

/** Outcome: created now, already present, or refused because another organization exists. */
export type FirstOutcome = 'made' | 'there' | 'refused';

/**
 * Creates the first organization, subscribed, with its admin. Safe at every start, also of several servers at once: existing data
 * is unchanged, and an interrupted start is completed. Does nothing if another organization exists.
 * @throws Error with a sentence for an unusable password
 */
export async function makeFirstOrganization(
  pool: pg.Pool,
  { organization, email, passwordFile }: NonNullable<Config['first']>,
  now: Date,
): Promise<FirstOutcome> {
  const present = (await listTenants(pool)).filter(({ is_sample }) => !is_sample);
  const isFirst = (name: string) => companyKey(name) === companyKey(organization);
  if (present.some(({ company_name }) => !isFirst(company_name))) return 'refused';
  if (present[0] && (await hasMembers(pool, present[0].tenant_id))) return 'there';

  // Before creating anything.
  const password = await readPassword(passwordFile);
  const tenantId = present[0]?.tenant_id ?? (await tenantOf(pool, organization, now));
  try {
    const parts = { pool, hashing: createPasswordHashing() };
    await createUser(parts, { tenant_id: tenantId, email, password, admin: true }, now);
    return 'made';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Another server was first.
    if (error.code === 'email_exists' && (await hasMembers(pool, tenantId))) return 'there';
    throw new Error(
      `The admin of SCOUT_FIRST_ORGANIZATION could not be created: ${error.message} (SCOUT_FIRST_ADMIN_EMAIL, SCOUT_FIRST_ADMIN_PASSWORD_FILE)`,
      { cause: error },
    );
  }
}

/** The new organization, or the one created meanwhile by another server. */
async function tenantOf(pool: pg.Pool, name: string, now: Date): Promise<string> {
  try {
    return (await createTenant(pool, { company_name: name, is_subscribed: true }, now)).tenant_id;
  } catch (error) {
    const found = (await listTenants(pool)).find(
      ({ company_name }) => companyKey(company_name) === companyKey(name),
    );
    if (error instanceof Refusal && error.code === 'company_exists' && found) return found.tenant_id;
    throw error;
  }
}

async function hasMembers(pool: pg.Pool, tenantId: string): Promise<boolean> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const member = await tx
      .selectFrom('memberships')
      .select('email')
      .where('tenant_id', '=', tenantId)
      .limit(1)
      .executeTakeFirst();
    return member !== undefined;
  });
}

async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      `SCOUT_FIRST_ADMIN_PASSWORD_FILE names a file that cannot be read (${cause.code}): ${path}`,
      {
        cause,
      },
    );
  });
  const checked = newPasswordRule.safeParse(text.replace(/[\r\n]+$/, ''));
  if (checked.success) return checked.data;
  throw new Error(`SCOUT_FIRST_ADMIN_PASSWORD_FILE: ${checked.error.issues[0]?.message}`);
}
