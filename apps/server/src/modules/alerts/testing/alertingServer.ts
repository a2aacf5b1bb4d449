import type { Exception, Finding } from '@scout/cases';
import { type NormalisedRow, STANDARD_NAMING } from '@scout/detection';
import { createInbox, createOrganization, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { assess } from '../../cases/assessor/assess.ts';
import { createMemory } from '../../cases/assessor/memory.ts';
import { lineOf } from '../../cases/assessor/testing/stories.ts';
import { storeFindings } from '../../cases/sql/assessor/findings.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { awaitingAlerts, sendAlerts } from '../jobs/alerts.ts';

/** Midday of a Wednesday in UTC, 14:00 in Zurich. */
export const NOON = Date.UTC(2026, 8, 30, 12);

/** A server whose alerts are sent at times chosen by a file's tests. Not to be read before they run. */
export function alertingServer() {
  let inbox: Inbox;
  let server: TestServer;
  beforeAll(async () => {
    inbox = await createInbox();
    server = await startServer({ inbox });
  });
  afterAll(async () => {
    await server.stop();
    await inbox.stop();
  });

  /** An organization whose events are assessed, and whose alerts are sent, at times chosen by the test. */
  async function organization({ isSubscribed = true } = {}) {
    const bank = await createOrganization(server, fresh('Northwind'), { isSubscribed });
    const agent = await bank.as('agent');
    const admin = await bank.as('admin');
    const memory = createMemory();
    let batch = 0;
    const sql = <Row extends object>(text: string, ...values: unknown[]) =>
      server.database.asOwner(
        async (client) => (await client.query<Row>(text, [bank.tenantId, ...values])).rows,
      );
    return {
      ...bank,
      admin,
      sql,
      async recipients(...names: string[]) {
        const emails = names.map((name) => `${name}-${bank.tenantId.slice(0, 8)}@northwind.example`);
        await admin.api.tenantsUpdate({ alert_recipient_emails: emails });
        return emails;
      },
      async send(rows: readonly NormalisedRow[]) {
        for (let from = 0; from < rows.length; from += 5_000) {
          batch += 1;
          const part = rows.slice(from, from + 5_000);
          const { body } = await ship(agent, batch, part.map(lineOf));
          expect(body).toMatchObject({ accepted: part.length });
        }
      },
      async assess(now: number) {
        const parts = { pool: server.context.pool, clock: { now: () => now }, memory };
        while ((await assess(parts, bank.tenantId)) === 'more');
      },
      async alert(now: number) {
        const { pool, mail, origin } = server.context;
        expect(await sendAlerts({ pool, mail, origin, clock: { now: () => now } }, bank.tenantId)).toBe(true);
        await delivered();
      },
      isWaiting: async (now: number) =>
        (await awaitingAlerts(server.context.pool, now)).includes(bank.tenantId),
    };
  }

  /** Resolves when the queue has no pending mail. */
  async function delivered(): Promise<void> {
    const undelivered = () =>
      server.database.asOwner(async (client) => {
        const { rows } = await client.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'mail' AND state < 'completed'`,
        );
        return rows[0]!.n;
      });
    await expect.poll(undelivered, { timeout: 60_000 }).toBe(0);
  }

  const mailsTo = (email: string) => inbox.mails.filter(({ to }) => to === email);

  /** An organization with findings given by the test, passed in full each time, as in a repeated assessment. */
  async function judgedOrganization(options: { isSubscribed?: boolean } = {}) {
    const bank = await organization(options);
    let lastCaseNumber = 0;
    return {
      ...bank,
      /** Stores findings like the assessor, and mails pending notices. */
      async tell(
        now: number,
        findings: readonly Finding[],
        {
          from = 0,
          exceptions = [],
          isResettled = false,
        }: { from?: number; exceptions?: readonly Exception[]; isResettled?: boolean } = {},
      ) {
        lastCaseNumber = await server.database.withRole(
          { role: 'scout_assessor', tenantId: bank.tenantId },
          (_tx, client) =>
            storeFindings(client, bank.tenantId, {
              findings,
              exceptions,
              range: { from: 0, to: null },
              now,
              lastCaseNumber,
              alerts: { from, naming: STANDARD_NAMING },
              isResettled,
            }),
        );
        await bank.alert(now);
      },
    };
  }

  return {
    get server() {
      return server;
    },
    organization,
    judgedOrganization,
    delivered,
    mailsTo,
  };
}
