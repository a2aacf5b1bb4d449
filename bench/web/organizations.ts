import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seedCase } from '@scout/testkit';
import { createOrganization } from '../../e2e/support/organization.ts';
import type { Scout } from '../../e2e/support/scout.ts';
import { fullWindow } from './events.ts';

const [ACCOUNTS, CASES] = [500, 200];
const HOUR = 3_600_000;
const PATIENCE = 600_000;

/** The address and password of a person of an organization. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** An organization of 500 accounts with 5,000 events between them, and 200 open cases of its first accounts. */
export async function busyOrganization(scout: Scout): Promise<SignIn> {
  const organization = await createOrganization(scout);
  const { tenantId } = organization;
  await organization.ship(fullWindow(Date.now(), 'mixed', ACCOUNTS));
  await until(
    () => count(scout, 'SELECT account_key FROM scout.service_accounts WHERE tenant_id = $1', tenantId),
    ACCOUNTS,
  );
  const rows = await scout.asOwner(
    `SELECT name FROM scout.service_accounts a WHERE tenant_id = $1
         AND NOT EXISTS (SELECT FROM scout.cases c WHERE c.tenant_id = a.tenant_id AND c.account_key = a.account_key)
       ORDER BY name`,
    [tenantId],
  );
  const open = await count(scout, 'SELECT case_id FROM scout.cases WHERE tenant_id = $1', tenantId);
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const severities = ['critical', 'high', 'medium', 'low'] as const;
  for (let n = 0; n < CASES - open; n += 1) {
    const firstSeen = new Date(Date.now() - ((n * 7) % (28 * 24)) * HOUR);
    await seedCase(run, tenantId, {
      account: String(rows[n % rows.length]!.name),
      severity: severities[n % 4]!,
      kind: n % 3 === 0 ? 'new-source' : 'person-used-account',
      sources: [`WS-${1000 + (n % 60)}`],
      destinations: [`PRD-SQL${String(n % 25).padStart(2, '0')}`],
      persons: [`person-${n % 30}`],
      firstSeen,
      lastSeen: firstSeen,
    });
  }
  return organization;
}

/** The admin of the sample organization, once its thirty days are assessed. */
export async function sampleOrganization(scout: Scout): Promise<SignIn> {
  const { admin } = JSON.parse(await readFile(join(scout.dataDir, 'sample/sign-in.json'), 'utf8')) as {
    admin: SignIn;
  };
  await until(
    () =>
      count(scout, `SELECT DISTINCT account_key FROM scout.cases WHERE account_key = ANY ($1::text[])`, [
        'svc.swift',
        'svc.payments',
        'svc.billing',
      ]),
    3,
  );
  return admin;
}

const count = async (scout: Scout, sql: string, value: unknown): Promise<number> =>
  (await scout.asOwner(sql, [value])).length;

async function until(read: () => Promise<number>, least: number): Promise<void> {
  const end = Date.now() + PATIENCE;
  while ((await read()) < least) {
    if (Date.now() > end)
      throw new Error(`The events were not assessed within ${PATIENCE / 60_000} minutes.`);
    await pause(1_000);
  }
}
