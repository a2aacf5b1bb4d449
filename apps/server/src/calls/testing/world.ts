import { randomUUID } from 'node:crypto';
import {
  clientOf,
  createOrganization,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';

/** Whom the tests of all calls let call. */
export const callers = [
  'visitor',
  'outsider',
  'member',
  'unsubscribed',
  'admin',
  'agent',
  'operator',
] as const;
export type CallerKind = (typeof callers)[number];

/** One server with an organization, and a client of each kind of caller. */
export interface World {
  readonly server: TestServer;
  readonly bank: TestOrganization;
  readonly clients: Readonly<Record<CallerKind, TestClient>>;
}

/** `outsider` was removed from the organization after signing in; `unsubscribed` is an admin where nothing is paid. */
export async function createWorld(server: TestServer): Promise<World> {
  const bank = await createOrganization(server, 'Northwind Bank');
  const unpaid = await createOrganization(server, 'Alder Health', { isSubscribed: false });
  const removed = await createOrganization(server, 'Meridian Defense');
  const outsider = await removed.as('member');
  await removeMember(server, removed);
  return {
    server,
    bank,
    clients: {
      visitor: clientOf(server),
      outsider,
      member: await bank.as('member'),
      unsubscribed: await unpaid.as('admin'),
      admin: await bank.as('admin'),
      agent: await bank.as('agent'),
      operator: await bank.as('operator'),
    },
  };
}

async function removeMember(server: TestServer, organization: TestOrganization): Promise<void> {
  await server.database.asOwner((owner) =>
    owner.query('DELETE FROM scout.memberships WHERE tenant_id = $1 AND email = $2', [
      organization.tenantId,
      organization.emailOf('member'),
    ]),
  );
}

let batch = 0;

/** A request of a batch with one failed logon; each has a number of its own. */
export function batchRequest(account = 'svc.billing', server = 'PRD-SQL01'): RequestInit {
  batch += 1;
  const event = {
    event_type: 'WINDOWS_SECURITY_4625',
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    target_user_name: account,
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

/** A text that no other call in the run has used. */
export const fresh = (text: string) => `${text}-${randomUUID()}`;
