import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import { withRole } from '../database/pool.ts';
import { createTenant, findSampleTenant } from '../queries/operator/tenants.ts';
import { createUser } from '../queries/operator/users.ts';

/** How a newcomer signs in; kept in the data directory and printed at every start. */
export interface SampleSignIn {
  readonly tenantId: string;
  readonly company: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly member: { readonly email: string; readonly password: string };
}

const COMPANY = 'Northwind Bank';
const newPassword = (): string => randomBytes(9).toString('base64url');

async function readSignIn(file: string): Promise<SampleSignIn | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SampleSignIn;
  } catch {
    return undefined;
  }
}

/** The sample organization when it is complete: its row and the file that is written last. */
export async function findSampleSignIn(pool: pg.Pool, file: string): Promise<SampleSignIn | undefined> {
  const [signIn, tenant] = [await readSignIn(file), await findSampleTenant(pool)];
  return signIn && signIn.tenantId === tenant?.tenant_id ? signIn : undefined;
}

/** Makes the organization, its admin and its member, with passwords of this installation alone. */
export async function createSampleOrganization(
  pool: pg.Pool,
  file: string,
  now: Date,
): Promise<SampleSignIn> {
  const { tenant_id } = await createTenant(pool, {
    company_name: COMPANY,
    is_subscribed: true,
    is_sample: true,
  });
  const signIn: SampleSignIn = {
    tenantId: tenant_id,
    company: COMPANY,
    admin: { email: 'admin@northwind.example', password: newPassword() },
    member: { email: 'member@northwind.example', password: newPassword() },
  };
  await createUser(
    pool,
    { tenant_id, ...signIn.admin, first_name: 'Ada', last_name: 'Okafor', admin: true },
    now,
  );
  await createUser(pool, { tenant_id, ...signIn.member, first_name: 'Mats', last_name: 'Keller' }, now);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(signIn), { mode: 0o600 });
  await rename(`${file}.part`, file);
  return signIn;
}

/** Removes the sample organization, complete or not, with its accounts; does nothing when there is none. */
export async function removeSampleOrganization(pool: pg.Pool): Promise<void> {
  const tenant = await findSampleTenant(pool);
  if (!tenant) return;
  await withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    const members = await tx
      .selectFrom('memberships')
      .select('user_id')
      .where('tenant_id', '=', tenant.tenant_id)
      .execute();
    await client.query('SELECT scout.remove_sample_tenant($1)', [tenant.tenant_id]);
    await client.query('SET LOCAL ROLE scout_auth');
    await client.query('DELETE FROM auth."user" WHERE id = ANY($1)', [members.map(({ user_id }) => user_id)]);
  });
}
