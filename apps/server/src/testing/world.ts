import {
  clientOf,
  createOrganization,
  seedAccount,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { fresh } from './fresh.ts';
import { signedIn } from './people.ts';

/** Callers for tests that cover every call. */
export const callers = [
  'visitor',
  'unconfirmed',
  'outsider',
  'pending',
  'half',
  'member',
  'analyst',
  'auditor',
  'owner',
  'unsubscribed',
  'rival',
  'admin',
  'agent',
  'operator',
] as const;
export type CallerKind = (typeof callers)[number];

/** One server with an organization, and a client for each kind of caller. */
export interface World {
  readonly server: TestServer;
  readonly bank: TestOrganization;
  readonly clients: Readonly<Record<CallerKind, TestClient>>;
}

/**
 * People with a membership, and those in special states: `unconfirmed` has an access token with an unconfirmed address;
 * `outsider` was removed after signing in and `pending` was demoted, while their tokens still name the organization; `half` has
 * not proved the second factor; `owner` is the owner of the accounts that requests name; `unsubscribed` and `rival` are admins of other organizations, the first without a subscription.
 */
export async function createWorld(server: TestServer): Promise<World> {
  const bank = await createOrganization(server, 'Northwind Bank');
  const unpaid = await createOrganization(server, 'Alder Health', { isSubscribed: false });
  const other = await createOrganization(server, 'Meridian Defense');
  const person = (name: string) => signedIn(server, bank.tenantId, `${name}@northwind-bank.example`);
  const [unconfirmed, outsider, pending, half] = [
    await person('unconfirmed'),
    await person('outsider'),
    await person('pending'),
    await person('half'),
  ];
  await server.database.asOwner(async (owner) => {
    await owner.query('UPDATE auth."user" SET email_verified = false WHERE id = $1', [unconfirmed.userId]);
    await owner.query('DELETE FROM scout.memberships WHERE user_id = $1', [outsider.userId]);
    await owner.query(`UPDATE scout.memberships SET status = 'pending' WHERE user_id = $1`, [pending.userId]);
    await owner.query(
      `INSERT INTO auth.factors (user_id, factor_id, factor_type, status, friendly_name, secret, created_at)
       VALUES ($1, gen_random_uuid(), 'totp', 'verified', 'Phone', '\\x00', now())`,
      [half.userId],
    );
  });
  await server.database.asOwner(async (owner) => {
    await seedAccount((sql, values) => owner.query(sql, values), bank.tenantId, 'svc.billing');
    await owner.query(`UPDATE scout.service_accounts SET owner = $2 WHERE tenant_id = $1`, [
      bank.tenantId,
      bank.emailOf('owner'),
    ]);
  });
  return {
    server,
    bank,
    clients: {
      visitor: clientOf(server),
      unconfirmed,
      outsider,
      pending,
      half,
      member: await bank.as('member'),
      analyst: await bank.as('analyst'),
      auditor: await bank.as('auditor'),
      owner: await bank.as('owner'),
      unsubscribed: await unpaid.as('admin'),
      rival: await other.as('admin'),
      admin: await bank.as('admin'),
      agent: await bank.as('agent'),
      operator: await bank.as('operator'),
    },
  };
}

/** Forgets attempts with wrong passwords, of which a person has a few. */
export async function forgetPasswords({ database }: TestServer): Promise<void> {
  await database.asOwner((owner) =>
    owner.query(`DELETE FROM auth.rate_limits WHERE key LIKE 'passwordPerUser:%'`),
  );
}

let batch = 0;

/** A request of a batch with one failed logon a minute ago; batch numbers are unique. */
export function batchRequest(account = 'svc.billing', server = 'PRD-SQL01', now = Date.now()): RequestInit {
  batch += 1;
  const event = {
    event_type: 'WINDOWS_SECURITY_4625',
    timestamp: new Date(now - 60_000).toISOString(),
    target_user_name: account,
    subject_user_name: `by-${account}`,
    system_context_computer_name: server,
  };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'scout-batch': String(batch) },
    body: `${JSON.stringify(event)}\n`,
  };
}

/** A JSON request. */
export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export { fresh };
