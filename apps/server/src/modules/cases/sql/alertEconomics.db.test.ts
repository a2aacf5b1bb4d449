import { randomUUID } from 'node:crypto';
import { alertRate, type CaseSeverity, caseSeverities } from '@scout/contract';
import { STANDARD_NAMING } from '@scout/detection';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import {
  createInbox,
  createOrganization,
  type Inbox,
  seedAccount,
  seedCase,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReceiver } from '../../../platform/outgoing/testing/receiver.ts';
import { fresh } from '../../../testing/fresh.ts';
import { sendAlerts } from '../../alerts/jobs/alerts.ts';
import { deliver } from '../../alerts/jobs/deliveries.ts';
import { finding } from '../../alerts/testing/finding.ts';
import { readAlertEconomics } from './alertEconomics.ts';
import { storeFindings } from './assessor/findings.ts';

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

async function organization() {
  const bank = await createOrganization(server, fresh('Northwind'), { isSubscribed: true });
  const { api } = await bank.as('admin');
  const { tenantId } = bank;
  const sql = <Row extends object>(text: string, ...values: unknown[]) =>
    server.database.asOwner(async (owner) => (await owner.query<Row>(text, [tenantId, ...values])).rows);
  const run = (text: string, values: unknown[]) =>
    server.database.asOwner((owner) => owner.query(text, values));
  return {
    ...bank,
    api,
    sql,
    run,
    economics: (now: number) =>
      server.database.withRole({ role: 'scout_member', tenantId }, (tx) =>
        readAlertEconomics(tx, tenantId, now),
      ),
    age: (days: number) =>
      sql(`UPDATE scout.tenants SET created_at = $2 WHERE tenant_id = $1`, new Date(Date.now() - days * DAY)),
  };
}

/** Number of severities at or above each threshold. */
const fromEach = (severities: readonly CaseSeverity[]) =>
  caseSeverities.map((severity, grade) => ({
    severity,
    alerts: severities.filter((each) => caseSeverities.indexOf(each) <= grade).length,
  }));

const countedBy = <T>(values: readonly T[]) => {
  const groups = [...Map.groupBy(values, (value) => value)];
  return new Map(groups.map(([value, all]) => [value, all.length]));
};

describe('the count of alerts sent', () => {
  test('matches what a mail server and two receivers got, and thresholds what one with all severities got', async () => {
    await using every = await startReceiver();
    await using grave = await startReceiver();
    const bank = await organization();
    await bank.age(3.5);
    const email = `soc-${bank.tenantId.slice(0, 8)}@northwind.example`;
    await bank.api.tenantsUpdate({ alert_recipient_emails: [email] });
    await bank.api.channelsCreate({ name: 'All of it', url: every.url, min_severity: 'low' });
    await bank.api.channelsCreate({ name: 'SOC', url: grave.url, min_severity: 'high' });
    for (const name of ['svc.billing', 'svc.payroll', 'svc.etl'])
      await seedAccount(bank.run, bank.tenantId, name);

    const start = Date.now() - 2 * DAY;
    const a = (time: number) => finding({ account: 'svc.billing', time, severity: 'low' });
    const b = (time: number) =>
      finding({ account: 'svc.payroll', time, severity: 'medium', kind: 'person-used-account' });
    const worse = (time: number) => finding({ account: 'svc.billing', time, severity: 'high' });
    const withPerson = (time: number) =>
      finding({ account: 'svc.payroll', time, severity: 'low', persons: ['m.keller'] });
    const c = (time: number) => finding({ account: 'svc.etl', time, severity: 'critical' });
    const assessments = [
      [a(start), b(start)],
      [a(start), b(start), worse(start + HOUR)],
      [a(start), b(start), worse(start + HOUR), withPerson(start + 3 * HOUR)],
      [a(start), b(start), worse(start + HOUR), withPerson(start + 3 * HOUR), c(start + 5 * HOUR)],
    ];
    let lastCaseNumber = 0;
    for (const [index, findings] of assessments.entries()) {
      const now = start + index * 2 * HOUR + MINUTE;
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
      const at = { ...server.context, clock: { now: () => now } };
      expect(await sendAlerts(at, bank.tenantId)).toBe(true);
      while ((await deliver(at, bank.tenantId)) > 0);
    }
    const mails = () => inbox.mails.filter(({ to }) => to === email);
    await expect.poll(() => mails().length).toBe(4);
    type Message = { data: { case: { kind: string; severity: CaseSeverity } } };
    const seen = (requests: readonly { body: string }[]) =>
      requests.map(({ body }) => (JSON.parse(body) as Message).data.case);
    expect(seen(every.received)).toHaveLength(5);

    const now = Date.now();
    const seenByScout = await bank.economics(now);
    expect(seenByScout).toMatchObject({
      accounts: 3,
      days: 4,
      since: new Date(now - 30 * DAY).toISOString(),
    });
    const alerts = mails().length + every.received.length + grave.received.length;
    expect(seenByScout.alerts).toBe(alerts);
    expect(alertRate(seenByScout.alerts, seenByScout)).toBeCloseTo((alerts / 3 / 4) * 1_000);
    expect(seenByScout.channels.map(({ kind, name, alerts: n }) => [kind, name, n])).toEqual([
      ['email', null, mails().length],
      ['webhook', 'All of it', every.received.length],
      ['webhook', 'SOC', grave.received.length],
    ]);
    expect(seenByScout.thresholds).toEqual(fromEach(seen(every.received).map(({ severity }) => severity)));
    expect(seenByScout.rules.reduce((sum, rule) => sum + rule.alerts, 0)).toBe(alerts);

    // An admin and a member get the same result, and a month later it is empty.
    const { api: member } = await bank.as('member');
    expect((await member.alertEconomics({})).alerts).toBe(alerts);
    const later = await bank.economics(now + 30 * DAY);
    expect([later.alerts, later.rules, later.days]).toEqual([0, [], 30]);
    expect(later.channels).toHaveLength(3);
    expect(later.thresholds.every((each) => each.alerts === 0)).toBe(true);
    const other = await organization();
    expect(await other.economics(now)).toMatchObject({ alerts: 0, accounts: 0, days: 1, rules: [] });
    expect(alertRate(0, await other.economics(now))).toBeNull();
  }, 60_000);

  test('omits undelivered ones and tests, and counts a summary once', async () => {
    const bank = await organization();
    const now = Date.now();
    const kinds = ['new-source', 'person-used-account', 'new-destination'];
    const cases: { case_id: string; kind: string }[] = [];
    for (const kind of kinds) {
      const number = await seedCase(bank.run, bank.tenantId, { kind, account: `svc.${kind}` });
      cases.push(
        ...(await bank.sql<{ case_id: string; kind: string }>(
          'SELECT case_id, kind FROM scout.cases WHERE tenant_id = $1 AND number = $2',
          number,
        )),
      );
    }
    const gone = { case_id: randomUUID(), kind: null };
    const [{ channel_id }] = (await bank.sql<{ channel_id: string }>(
      `INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
       VALUES ($1, 'SIEM', 'https://siem.example/', 'low', now(), 'ada@northwind.example') RETURNING channel_id`,
    )) as [{ channel_id: string }];
    const ages = [0, DAY, 29 * DAY, 30 * DAY - MINUTE, 30 * DAY + MINUTE, 80 * DAY];
    const arrived: { alert: string; kind: string | null; by: 'mail' | 'channel' }[] = [];
    let mail = randomUUID();
    for (const [index, age] of [...ages, ...ages, ...ages, ...ages].entries()) {
      const at = new Date(now - age);
      const about = [...cases, gone][index % 4]!;
      // Every other message shares the previous one's mail, if that was sent as well.
      const outcome = (['sent', 'summarized', 'dropped'] as const)[index % 3]!;
      if (outcome === 'sent') mail = randomUUID();
      const mailId = outcome === 'dropped' ? null : mail;
      await bank.sql(
        `INSERT INTO scout.alert_messages (tenant_id, email, case_id, kind, severity, created_at, due_at, outcome, settled_at, mail_id)
         VALUES ($1, 'soc@northwind.example', $2, 'opened', 'high', $3, $3, $4, $3, $5)`,
        about.case_id,
        at,
        outcome,
        mailId,
      );
      if (mailId !== null && age < 30 * DAY) arrived.push({ alert: mailId, kind: about.kind, by: 'mail' });
      const result = ['delivered', 'failed', 'delivered', 'dropped', 'test'][index % 5]!;
      const [row] = await bank.sql<{ delivery_id: string }>(
        `INSERT INTO scout.channel_deliveries (tenant_id, channel_id, case_id, case_number, kind, body, created_at, due_at, outcome, settled_at)
         VALUES ($1, $2, $3, $4, $5, '{}', $6, $6, $7, $6) RETURNING delivery_id`,
        channel_id,
        ...(result === 'test' ? [null, null, 'test'] : [about.case_id, 1, 'graver']),
        at,
        result === 'test' ? 'delivered' : result,
      );
      if (result === 'delivered' && age < 30 * DAY)
        arrived.push({ alert: row!.delivery_id, kind: about.kind, by: 'channel' });
    }
    const distinct = (by?: string) =>
      new Set(arrived.filter((each) => by === undefined || each.by === by).map(({ alert }) => alert)).size;
    const byRule = countedBy(
      [...new Set(arrived.map(({ alert, kind }) => JSON.stringify([kind, alert])))].map(
        (key) => (JSON.parse(key) as [string | null, string])[0],
      ),
    );
    expect(byRule.size).toBe(4);
    expect(distinct('mail')).toBeLessThan(arrived.filter(({ by }) => by === 'mail').length);

    const economics = await bank.economics(now);
    expect(economics.alerts).toBe(distinct());
    expect(economics.channels.map(({ alerts }) => alerts)).toEqual([distinct('mail'), distinct('channel')]);
    expect(new Map(economics.rules.map(({ kind, alerts }) => [kind, alerts]))).toEqual(byRule);
    expect(economics.rules.map(({ alerts }) => alerts)).toEqual([...byRule.values()].sort((x, y) => y - x));
  });
});

describe('thresholds', () => {
  test('count a case with the severity it was reported with, history not at all', async () => {
    const bank = await organization();
    const now = Date.now();
    const step = (
      caseId: string,
      name: string,
      planned: number | null,
      { noted = planned, history = false } = {},
    ) =>
      bank.sql(
        `INSERT INTO scout.alert_steps (tenant_id, case_id, step, occurred_at, noted_at, is_history, due_at, planned_at)
         VALUES ($1, $2, $3, $4, $4, $5, $4, $6)`,
        caseId,
        name,
        new Date(noted ?? now),
        history,
        planned === null ? null : new Date(planned),
      );
    const [grown, old, waiting] = [randomUUID(), randomUUID(), randomUUID()];
    // Opened as low, then high; the notice of a person added later is about a high case.
    await step(grown, 'opened', now - 3 * HOUR);
    await step(grown, 'severity:low', now - 3 * HOUR);
    await step(grown, 'severity:high', now - 2 * HOUR);
    await step(grown, `person:${'a'.repeat(32)}`, now - HOUR);
    await step(old, 'opened', null, { history: true, noted: now - DAY });
    await step(old, 'severity:medium', null, { history: true, noted: now - DAY });
    await step(old, `person:${'b'.repeat(32)}`, now - HOUR);
    await step(waiting, 'opened', null);
    await step(waiting, 'severity:critical', null);
    expect((await bank.economics(now)).thresholds).toEqual(fromEach(['low', 'high', 'high', 'medium']));
    expect((await bank.economics(now + 30 * DAY - 90 * MINUTE)).thresholds).toEqual(
      fromEach(['high', 'medium']),
    );
  });
});

describe('exceptions', () => {
  test('list what they silenced, the most effective first', async () => {
    const bank = await organization();
    const now = Date.now();
    const silenced: { id: string; findings: number; cases: number; unreported: number }[] = [];
    for (let index = 0; index < 8; index += 1) {
      const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      await bank.sql(
        `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by, approved_by, approved_at, ended_by, ended_at)
         VALUES ($1, $2, 'svc.billing', now() - interval '60 days', '2030-01-01', 'Restore test', 'ada@northwind.example', 'CHG-1', now(), $3, $4)`,
        id,
        ...(index === 3 ? ['ada@northwind.example', new Date(now - HOUR)] : [null, null]),
      );
      const of = { id, findings: 0, cases: 0, unreported: 0 };
      for (let n = 0; n < index % 4; n += 1) {
        const lastSeen = new Date(now - (n + 1) * DAY);
        const number = await seedCase(bank.run, bank.tenantId, { lastSeen });
        const isUnreported = n === 0;
        // A second finding of the case, and one from before the window.
        await bank.sql(
          `WITH c AS (UPDATE scout.cases SET excused = $3 WHERE tenant_id = $1 AND number = $2 RETURNING case_id),
             f AS (UPDATE scout.findings f SET excused_by = $4 FROM c WHERE f.tenant_id = $1 AND f.case_id = c.case_id RETURNING f.*)
           INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score, sentence, excused_by)
           SELECT tenant_id, gen_random_uuid(), case_id, hour, t, account, account_key, kind, severity, score, sentence, $4
           FROM f CROSS JOIN LATERAL (VALUES (f.occurred_at), (f.occurred_at - interval '40 days')) AS t (t)`,
          number,
          isUnreported,
          id,
        );
        of.findings += 2;
        of.cases += 1;
        of.unreported += isUnreported ? 1 : 0;
      }
      silenced.push(of);
    }
    await seedCase(bank.run, bank.tenantId);
    await seedAccount(bank.run, bank.tenantId, 'Svc.Billing');
    const used = silenced.filter(({ findings }) => findings > 0);
    const { exceptions } = await bank.economics(now);
    expect(exceptions.used).toBe(used.length);
    expect(exceptions.findings).toBe(used.reduce((sum, { findings }) => sum + findings, 0));
    expect(
      exceptions.listed.map(({ id, findings, cases, cases_untold }) => ({
        id,
        findings,
        cases,
        unreported: cases_untold,
      })),
    ).toEqual(used.sort((a, b) => b.findings - a.findings || (a.id < b.id ? 1 : -1)));
    const ended = exceptions.listed.find(({ id }) => id.endsWith('0003'))!;
    expect(ended).toMatchObject({
      account: 'Svc.Billing',
      reason: 'Restore test',
      ends_at: new Date(now - HOUR).toISOString(),
    });
  });

  test('beyond the listed number are counted all the same', async () => {
    const bank = await organization();
    await bank.sql(
      `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
       SELECT $1, gen_random_uuid(), 'svc.billing', now(), now() + interval '1 day', 'Restore test', 'ada@northwind.example'
       FROM generate_series(1, 25)`,
    );
    await seedCase(bank.run, bank.tenantId);
    await bank.sql(
      `INSERT INTO scout.findings (tenant_id, finding_id, case_id, hour, occurred_at, account, account_key, kind, severity, score, sentence, excused_by)
       SELECT e.tenant_id, gen_random_uuid(), f.case_id, f.hour, f.occurred_at, f.account, f.account_key, f.kind, f.severity, f.score, f.sentence, e.exception_id
       FROM scout.findings f JOIN scout.case_exceptions e ON e.tenant_id = f.tenant_id WHERE f.tenant_id = $1`,
    );
    const { exceptions } = await bank.economics(Date.now());
    expect([exceptions.used, exceptions.findings, exceptions.listed.length]).toEqual([25, 25, 20]);
  });
});
