import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import type { Organization } from './organization.ts';
import type { Scout } from './scout.ts';
import { signIn } from './signIn.ts';

/** Another person of the organization, with the same password. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Makes an active member through the operator's call. */
export async function addPerson(
  scout: Scout,
  organization: Organization,
  name: string,
  { admin = false } = {},
): Promise<Person> {
  const email = `${name}@${organization.email.split('@')[1]}`;
  const { api } = clientOf(scout, scout.operatorToken);
  await api.operatorUsersCreate({
    tenant_id: organization.tenantId,
    email,
    password: organization.password,
    first_name: name,
    last_name: 'Okafor',
    admin,
  });
  return { email, password: organization.password };
}

/** Signs the page's browser in as this person instead. */
export async function signInAs(page: Page, organization: Organization, person: Person): Promise<void> {
  await page.context().clearCookies();
  await signIn(page, { ...organization, ...person });
}

/** The calls of the organization's admin, made without a browser. */
export async function adminApi(scout: Scout, { email, password }: Person) {
  const { session } = await clientOf(scout).api.authToken({
    query: { grant_type: 'password' },
    body: { email, password },
  });
  return clientOf(scout, session!.access_token).api;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits of an authenticator app for a base32 secret (RFC 6238) at `now`, in epoch ms. */
export function codeAt(secret: string, now: number): string {
  const bits = Array.from(secret.replaceAll(' ', ''), (digit) =>
    alphabet.indexOf(digit).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
