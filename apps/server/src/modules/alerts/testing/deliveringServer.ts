import type { Finding } from '@scout/cases';
import { STANDARD_NAMING } from '@scout/detection';
import { createInbox, createOrganization, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ReceivedRequest } from '../../../platform/outgoing/testing/receiver.ts';
import { fresh } from '../../../testing/fresh.ts';
import { storeFindings } from '../../cases/sql/assessor/findings.ts';
import { sendAlerts } from '../jobs/alerts.ts';
import { awaitingDeliveries, deliver } from '../jobs/deliveries.ts';

/** A server that may deliver to this machine, for the tests of a file. Not to be read before they run. */
export function deliveringServer() {
  let inbox: Inbox;
  let server: TestServer;
  beforeAll(async () => {
    inbox = await createInbox();
    server = await startServer({ inbox, config: { webhookNetworks: ['127.0.0.0/8'] } });
  });
  afterAll(async () => {
    await server.stop();
    await inbox.stop();
  });
  return {
    get inbox() {
      return inbox;
    },
    get server() {
      return server;
    },
    organization: () => organizationOf(server),
  };
}

/** An organization whose cases are reported, and whose webhooks are delivered, at times chosen by the test. */
async function organizationOf(server: TestServer) {
  const bank = await createOrganization(server, fresh('Northwind'), { isSubscribed: true });
  const admin = await bank.as('admin');
  let lastCaseNumber = 0;
  const at = (now: number) => ({ ...server.context, clock: { now: () => now } });
  return {
    ...bank,
    api: admin.api,
    at,
    /** Stores findings like the assessor, and plans pending notices. */
    async tell(now: number, findings: readonly Finding[]) {
      lastCaseNumber = await server.database.withRole(
        { role: 'scout_assessor', tenantId: bank.tenantId },
        (_tx, client) =>
          storeFindings(client, bank.tenantId, {
            findings,
            exceptions: [],
            range: { from: 0, to: null },
            now,
            lastCaseNumber,
            alerts: { from: 0, naming: STANDARD_NAMING },
          }),
      );
      expect(await sendAlerts(at(now), bank.tenantId)).toBe(true);
    },
    deliver: (now: number) => deliver(at(now), bank.tenantId),
    isWaiting: async (now: number) =>
      (await awaitingDeliveries(server.context.pool, now, [])).includes(bank.tenantId),
    deliveries: async () => (await admin.api.channels({})).flatMap(({ deliveries }) => deliveries),
    actions: async () => (await admin.api.auditLogs({})).map(({ action }) => action),
  };
}

/** The message, if signed with the secret; at any time, while `Webhook.verify` accepts only recent signatures. */
export function verified(secret: string | null, { body, headers }: ReceivedRequest): { type: string } {
  const webhook = new Webhook(secret!);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const own = webhook.sign(headers['webhook-id']!, at, body);
  if (!headers['webhook-signature']!.split(' ').includes(own)) throw new Error('No signature matches');
  return messageOf({ body });
}

interface Message {
  readonly type: string;
  readonly data: { readonly gained: string[]; readonly case: { readonly account: string } };
}
export const messageOf = ({ body }: Pick<ReceivedRequest, 'body'>) => JSON.parse(body) as Message;

export const signatures = ({ headers }: ReceivedRequest) => headers['webhook-signature']!.split(' ').length;
