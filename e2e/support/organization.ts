import { clientOf } from '@scout/testkit/as';
import { runAgent } from './agent.ts';
import { enrolMachine } from './machine.ts';
import type { Scout } from './scout.ts';
import type { SecurityLogEntry } from './securityLog.ts';

/** A separate organization for a test, with a user who signs in to it. */
export interface Organization {
  readonly tenantId: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Sends these events from a separate machine, like its agent; resolves when the server has acknowledged all. */
  ship(events: readonly SecurityLogEntry[]): Promise<void>;
  /** The same with the real agent's process, which reads them from a file: seconds slower, for tests of the whole path. */
  shipByAgent(events: readonly SecurityLogEntry[]): Promise<void>;
  setSubscribed(isSubscribed: boolean): Promise<void>;
}

let made = 0;

/** Makes an organization and its admin through the operator's calls. */
export async function createOrganization(
  scout: Pick<Scout, 'url' | 'operatorToken'>,
  { isSubscribed = true, name: wanted }: { isSubscribed?: boolean; name?: string } = {},
): Promise<Organization> {
  made += 1;
  const name = wanted ?? `Northwind Bank ${made}`;
  const email = `ada@northwind-${made}.example`;
  const password = `pw-${crypto.randomUUID()}`;
  const { api } = clientOf(scout, scout.operatorToken);
  const { tenant_id } = await api.operatorTenantsCreate({ company_name: name, is_subscribed: isSubscribed });
  await api.operatorUsersCreate({
    tenant_id,
    email,
    password,
    first_name: 'Ada',
    last_name: 'Reyes',
    admin: true,
  });
  return {
    tenantId: tenant_id,
    name,
    email,
    password,
    async ship(events) {
      const { token } = await api.operatorEnrolmentsCreate({ tenant_id });
      const machine = await enrolMachine(scout, token, 'LOG-COLLECTOR');
      await machine.ship(events);
      await machine.beat({ events_read: events.length, events_sent: events.length });
    },
    async shipByAgent(events) {
      const { token } = await api.operatorEnrolmentsCreate({ tenant_id });
      await runAgent(scout.url, token, events);
    },
    async setSubscribed(next) {
      await api.operatorTenantsUpdate({ tenant_id, is_subscribed: next });
    },
  };
}
