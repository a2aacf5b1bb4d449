import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import { createPasswordHashing } from '../../platform/crypto/password.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createTenant, createUser, findSampleTenant, type NewTenant } from '../operator/index.ts';
import { fillRegister } from './register.ts';

/** Sign-in data for the sample; stored in the data directory and printed at every start. */
export interface SampleSignIn {
  readonly tenantId: string;
  readonly company: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly member: { readonly email: string; readonly password: string };
}

const COMPANY = 'Northwind Bank';
export const ADMIN = 'admin@northwind.example';
const MEMBER = 'member@northwind.example';
/** Addresses of the sample's own people. */
export const SAMPLE_EMAILS = [ADMIN, MEMBER] as const;
/** Label of the tokens that the sample's own agents enroll with. */
export const SAMPLE_LABEL = 'sample fleet';
const newPassword = (): string => randomBytes(9).toString('base64url');

async function readSignIn(file: string): Promise<SampleSignIn | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SampleSignIn;
  } catch {
    return undefined;
  }
}

/** The complete sample organization: its row and the file that is written last. */
export async function findSampleSignIn(pool: pg.Pool, file: string): Promise<SampleSignIn | undefined> {
  const [signIn, tenant] = [await readSignIn(file), await findSampleTenant(pool)];
  return signIn && signIn.tenantId === tenant?.tenant_id ? signIn : undefined;
}

/**
 * Creates the organization, its admin and its member, with passwords unique to this installation, and its register of service
 * accounts.
 * @throws Refusal company_exists or email_exists when both names, or one of the addresses, are in use
 */
export async function createSampleOrganization(
  pool: pg.Pool,
  file: string,
  now: Date,
): Promise<SampleSignIn> {
  const { tenant_id, company_name } = await createUnderFreeName(pool, now);
  const signIn: SampleSignIn = {
    tenantId: tenant_id,
    company: company_name,
    admin: { email: ADMIN, password: newPassword() },
    member: { email: MEMBER, password: newPassword() },
  };
  const parts = { pool, hashing: createPasswordHashing() };
  await createUser(
    parts,
    { tenant_id, ...signIn.admin, first_name: 'Ada', last_name: 'Okafor', admin: true },
    now,
  );
  await createUser(parts, { tenant_id, ...signIn.member, first_name: 'Mats', last_name: 'Keller' }, now);
  await fillRegister(pool, tenant_id, { admin: ADMIN, now });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, JSON.stringify(signIn), { mode: 0o600 });
  await rename(`${file}.part`, file);
  return signIn;
}

/** A real organization may have the name. */
async function createUnderFreeName(pool: pg.Pool, now: Date) {
  const sample: NewTenant = { company_name: COMPANY, is_subscribed: true, is_sample: true };
  try {
    return await createTenant(pool, sample, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'company_exists') throw error;
    return createTenant(pool, { ...sample, company_name: `${COMPANY} (sample)` }, now);
  }
}
