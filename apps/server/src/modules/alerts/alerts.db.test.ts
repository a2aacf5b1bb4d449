import { randomUUID } from 'node:crypto';
import type { Exception, Finding } from '@scout/cases';
import { at, quietMonth } from '@scout/cases/testing/rows';
import { type NormalisedRow, STANDARD_NAMING } from '@scout/detection';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { createInbox, createOrganization, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../../testing/fresh.ts';
import { assess } from '../cases/assessor/assess.ts';
import { createMemory } from '../cases/assessor/memory.ts';
import { lineOf } from '../cases/assessor/testing/stories.ts';
import { storeFindings } from '../cases/sql/assessor/findings.ts';
import { ship } from '../ingest/testing/ship.ts';
import { awaitingAlerts, sendAlerts } from './jobs/alerts.ts';
import { finding } from './testing/finding.ts';

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

/** An assessed month without incidents, so that later findings are new. */
async function watchedOrganization() {
  const bank = await organization();
  const { rows, maker } = quietMonth();
  await bank.send(rows.filter((row) => Date.parse(row.timestamp) < at(22, 10)));
  await bank.assess(at(22, 10));
  return { bank, maker };
}

/** A person's machine that never used the account before. */
const story = ({ maker }: { maker: ReturnType<typeof quietMonth>['maker'] }, hour = 10) => [
  maker.refusal(at(22, hour, 1), 'svc.ledger1', 'DB1', 'PC7'),
  maker.logon(at(22, hour, 3), 'svc.ledger1', '2', 'PC7'),
];

describe('a case that opens', () => {
  test('is mailed once, with what happened, who it was, why and what to do', async () => {
    const { bank, maker } = await watchedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Europe/Zurich' });
    await bank.send(story({ maker }));
    await bank.assess(at(22, 10, 4));
    expect(await bank.isWaiting(at(22, 10, 4))).toBe(true);
    await bank.alert(at(22, 10, 5));

    const [mail, ...others] = mailsTo(email!);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'C-1 svc.ledger1: A person signed in as it',
      link: `${server.context.origin()}/cases/1`,
    });
    const [row] = await bank.sql<{ sentence: string }>(
      'SELECT sentence FROM scout.cases WHERE tenant_id = $1',
    );
    for (const body of [mail!.text, mail!.html]) {
      const plain = body.replaceAll(/\s+/g, ' ');
      expect(plain).toContain('High');
      expect(plain).toContain('person7');
      expect(plain).toContain('29 Sept 2026, 12:03 Europe/Zurich (29 Sept, 10:03 UTC)');
      expect(plain).toContain('Ask person7');
      expect(plain).toContain('inference');
    }
    expect(mail!.text.replaceAll(/\s+/g, ' ')).toContain(row!.sentence);

    await bank.assess(at(22, 11, 16));
    await bank.alert(at(22, 11, 16));
    expect(await bank.isWaiting(at(22, 11, 16))).toBe(false);
    expect(mailsTo(email!)).toHaveLength(1);
  });

  test('is not mailed to recipients who turned mails off, nor while the organization has', async () => {
    const { bank, maker } = await watchedOrganization();
    const [on, off] = await bank.recipients('on', 'off');
    await bank.admin.api.alertRecipientsUpdate({ email: off!, receives: false });
    await bank.send(story({ maker }));
    await bank.assess(at(22, 10, 4));
    await bank.alert(at(22, 10, 5));
    expect(mailsTo(on!)).toHaveLength(1);
    expect(mailsTo(off!)).toEqual([]);

    await bank.admin.api.tenantsUpdate({ receive_email_alerts: false });
    await bank.send([maker.explicit(at(22, 12, 0), 'person3', 'PC3', 'svc.billing2', 'DB1')]);
    await bank.assess(at(22, 12, 4));
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toHaveLength(2);
    await bank.alert(at(22, 12, 5));
    expect(mailsTo(on!)).toHaveLength(1);
  });
});

/** Midday of a Wednesday in UTC, 14:00 in Zurich. */
const NOON = Date.UTC(2026, 8, 30, 12);

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

describe('a case that later events explain', () => {
  const told = finding({ account: 'svc.billing', time: NOON });

  test('stays when people were told of it, under its number, and its mail leads to it', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.tell(NOON + MINUTE, [told]);
    const [mail] = mailsTo(email!);
    const number = Number(/\/cases\/(\d+)$/.exec(mail!.link!)![1]);
    const before = await bank.admin.api.casesRead({ number });
    expect(before).toMatchObject({ status: 'open', findings_total: 1 });

    await bank.tell(NOON + 2 * MINUTE, []);
    expect(await bank.admin.api.casesRead({ number })).toMatchObject({
      status: 'open',
      sentence: before.sentence,
      findings: [],
      findings_total: 0,
    });
    await bank.tell(NOON + 3 * MINUTE, [told]);
    expect(await bank.admin.api.casesRead({ number })).toMatchObject({ findings_total: 1 });
    expect(mailsTo(email!)).toHaveLength(1);
  });

  test('goes when it is history, of which nobody was told', async () => {
    const bank = await judgedOrganization();
    await bank.recipients('soc');
    const cases = () => bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1');
    await bank.tell(NOON + 3 * DAY, [told]);
    expect(await cases()).toHaveLength(1);
    await bank.tell(NOON + 3 * DAY + MINUTE, []);
    expect(await cases()).toEqual([]);
  });

  test('goes when people changed the settings that it was found by', async () => {
    const bank = await judgedOrganization();
    await bank.recipients('soc');
    await bank.tell(NOON + MINUTE, [told]);
    await bank.tell(NOON + 2 * MINUTE, [], { isResettled: true });
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toEqual([]);
  });
});

describe('a later step of a case', () => {
  test('that raises its severity is mailed at once, in the thread of the first, and only once however often it is judged', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    const high = finding({ account: 'svc.billing', time: NOON });
    const critical = finding({ account: 'svc.billing', time: NOON + MINUTE, severity: 'critical' });
    await bank.tell(NOON + MINUTE, [high]);
    await bank.tell(NOON + 2 * MINUTE, [high, critical]);
    // Reassessed after a late arrival: the case has no finding in between and is then unchanged.
    await bank.tell(NOON + 3 * MINUTE, []);
    await bank.tell(NOON + 4 * MINUTE, [high, critical]);
    await bank.tell(NOON + 3 * HOUR, [
      high,
      critical,
      finding({ account: 'svc.billing', time: NOON + 2 * HOUR }),
    ]);

    const [opened, graver, ...others] = mailsTo(email!);
    expect(others).toEqual([]);
    expect(opened!.text).toContain('High: a case was opened');
    expect(graver!.text).toContain('Critical: a case got worse');
    expect(graver!.subject).toBe(opened!.subject);
    expect(opened!.messageId).toMatch(/^<case-[0-9a-f]{32}@localhost>$/);
    expect(opened!.headers.has('references')).toBe(false);
    for (const header of ['references', 'in-reply-to'])
      expect(graver!.headers.get(header)).toBe(opened!.messageId);
    expect(graver!.messageId).not.toBe(opened!.messageId);
  });

  test('that adds relevant persons and machines is mailed once an hour, all of them together', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    const findings = [finding({ account: 'svc.billing', time: NOON, persons: ['m.keller'] })];
    await bank.tell(NOON, findings);
    findings.push(
      finding({ account: 'svc.billing', time: NOON + MINUTE, persons: ['a.novak'], sources: ['APP7'] }),
    );
    await bank.tell(NOON + 2 * MINUTE, findings);
    findings.push(finding({ account: 'svc.billing', time: NOON + 5 * MINUTE, destinations: ['PRD-SQL02'] }));
    await bank.tell(NOON + 6 * MINUTE, findings);
    expect(mailsTo(email!)).toHaveLength(1);
    expect(await bank.isWaiting(NOON + 59 * MINUTE)).toBe(false);

    await bank.alert(NOON + 61 * MINUTE);
    const [, gained, ...others] = mailsTo(email!);
    expect(others).toEqual([]);
    expect(gained!.text).toContain('High: new findings in a case');
    expect(gained!.text).toMatch(/New\s+(a\.novak, PRD-SQL02|PRD-SQL02, a\.novak)\s/);
    // A machine that is neither a workstation nor a production server causes no step.
    findings.push(finding({ account: 'svc.billing', time: NOON + 3 * HOUR, sources: ['APP9'] }));
    await bank.tell(NOON + 3 * HOUR, findings);
    expect(mailsTo(email!)).toHaveLength(2);
  });

  test('with a higher severity does not wait for the hour of earlier additions', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    const findings = [finding({ account: 'svc.billing', time: NOON, severity: 'medium' })];
    await bank.tell(NOON, findings);
    findings.push(
      finding({ account: 'svc.billing', time: NOON + MINUTE, severity: 'medium', persons: ['a.novak'] }),
    );
    await bank.tell(NOON + 2 * MINUTE, findings);
    findings.push(finding({ account: 'svc.billing', time: NOON + 3 * MINUTE, severity: 'high' }));
    await bank.tell(NOON + 4 * MINUTE, findings);
    expect(mailsTo(email!).map(({ text }) => /^(?:High|Medium): .*$/m.exec(text)?.[0])).toEqual([
      'Medium: a case was opened',
      'High: a case got worse',
    ]);
  });
});

describe('history', () => {
  test('sends no mail: older than a day, or before the first assessment; what continues is reported once', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    const year = Array.from({ length: 200 }, (_, day) =>
      finding({ account: `svc.job${day}`, time: NOON - (day + 2) * DAY, severity: 'critical' }),
    );
    await bank.tell(NOON, year);
    const before = [...year, finding({ account: 'svc.early', time: NOON - 2 * HOUR })];
    await bank.tell(NOON, before, { from: NOON - HOUR });
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toHaveLength(201);
    expect(mailsTo(email!)).toEqual([]);
    expect(await bank.sql('SELECT FROM scout.alert_messages WHERE tenant_id = $1')).toEqual([]);

    await bank.tell(NOON, [...before, finding({ account: 'svc.job9', time: NOON, severity: 'critical' })]);
    await bank.tell(NOON + DAY, [
      ...before,
      finding({ account: 'svc.job9', time: NOON, severity: 'critical' }),
    ]);
    expect(mailsTo(email!).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^C-\d+ svc\.job9: New source$/),
    ]);
  });

  test('of a new installation that reads a month of logs sends none either', async () => {
    const bank = await organization();
    const [email] = await bank.recipients('soc');
    const { rows, maker } = quietMonth();
    await bank.send([...rows.filter((row) => Date.parse(row.timestamp) < at(22, 11)), ...story({ maker })]);
    await bank.assess(at(22, 11, 30));
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).not.toEqual([]);
    await bank.alert(at(22, 11, 30));
    expect(mailsTo(email!)).toEqual([]);
  });
});

describe('nobody is mailed', () => {
  test.each([
    ['of an organization without a subscription', `UPDATE scout.tenants SET is_subscribed = false`],
    ['of a sample organization', `UPDATE scout.tenants SET is_sample = true`],
  ])('%s', async (_title, update) => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.sql(`${update} WHERE tenant_id = $1`);
    await bank.tell(NOON, [finding({ account: 'svc.billing', time: NOON })]);
    expect(mailsTo(email!)).toEqual([]);
    expect(await bank.isWaiting(NOON + DAY)).toBe(false);
  });

  test('about what an exception permits, until something else joins the case', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    const id = randomUUID();
    await bank.sql(
      `INSERT INTO scout.case_exceptions (tenant_id, exception_id, account_key, starts_at, ends_at, reason, created_by)
       VALUES ($1, $2, 'svc.billing', now(), now() + interval '1 hour', 'Restore test', 'ada@northwind.example')`,
      id,
    );
    const permitted = {
      ...{ id, account: 'svc.billing', kinds: [] },
      ...{ sources: [], destinations: [], persons: ['m.keller'], from: NOON - HOUR, until: NOON + HOUR },
    };
    const exceptions = [permitted];
    const findings = [finding({ account: 'svc.billing', time: NOON, persons: ['m.keller'] })];
    await bank.tell(NOON, findings, { exceptions });
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toHaveLength(1);
    expect(mailsTo(email!)).toEqual([]);
    findings.push(finding({ account: 'svc.billing', time: NOON + MINUTE, persons: ['a.novak'] }));
    await bank.tell(NOON + 2 * MINUTE, findings, { exceptions });
    expect(mailsTo(email!)).toMatchObject([{ text: expect.stringContaining('High: a case was opened') }]);
    expect(mailsTo(email!)[0]!.text).not.toContain('m.keller');
    const later = { account: 'svc.billing', time: NOON + 5 * MINUTE, destinations: ['PRD-SQL09'] };
    findings.push(finding({ ...later, persons: ['m.keller'] }));
    await bank.tell(NOON + 2 * HOUR, findings, { exceptions });
    expect(mailsTo(email!)).toHaveLength(1);
  });

  test('below the recipient’s severity, until the case reaches it', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.admin.api.alertRecipientsUpdate({ email: email!, min_severity: 'high' });
    const findings = [finding({ account: 'svc.billing', time: NOON, severity: 'medium' })];
    await bank.tell(NOON, findings);
    expect(mailsTo(email!)).toEqual([]);
    findings.push(finding({ account: 'svc.billing', time: NOON + MINUTE, severity: 'high' }));
    await bank.tell(NOON + 2 * MINUTE, findings);
    expect(mailsTo(email!)).toMatchObject([{ text: expect.stringContaining('High: a case was opened') }]);
  });

  test('about a case that was closed, or at an address that was removed, while the mail waited', async () => {
    const bank = await judgedOrganization();
    const [closed, removed] = await bank.recipients('closed', 'removed');
    const quiet_hours = { from: 0, to: 18 * 60 };
    for (const email of [closed!, removed!])
      await bank.admin.api.alertRecipientsUpdate({ email, quiet_hours });
    await bank.tell(NOON, [
      finding({ account: 'svc.billing', time: NOON }),
      finding({ account: 'svc.ledger', time: NOON }),
    ]);
    await bank.sql(
      `UPDATE scout.cases SET status = 'closed', closed_as = 'expected', closed_at = $2 WHERE tenant_id = $1 AND account = 'svc.billing'`,
      new Date(NOON + MINUTE),
    );
    await bank.admin.api.tenantsUpdate({ alert_recipient_emails: [closed!] });
    await bank.alert(NOON + 7 * HOUR);
    expect(mailsTo(closed!).map(({ subject }) => subject)).toEqual(['C-2 svc.ledger: New source']);
    expect(mailsTo(removed!)).toEqual([]);
    expect(await bank.isWaiting(NOON + DAY)).toBe(false);
  });
});

describe('a recipient’s limits', () => {
  const crowd = (count: number, time: number, severity: 'critical' | 'high' = 'high') =>
    Array.from({ length: count }, (_, i) =>
      finding({ account: `svc.${severity}${i}`, time, severity, score: 20 + i / 1000 }),
    );

  test('500 accounts at once are ten mails, the most severe individually and the others counted in the last', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    const findings = crowd(500, NOON);
    await bank.tell(NOON, findings);
    const first = mailsTo(email!);
    expect(first).toHaveLength(10);
    const summaries = first.filter(({ subject }) => subject.startsWith('491 more cases'));
    expect(summaries).toHaveLength(1);
    expect(summaries[0]!.text).toContain('491 high');
    expect(summaries[0]!.text).toContain('And 471 more cases');
    const alone = first
      .filter((mail) => mail !== summaries[0])
      .map(({ subject }) => subject.split(/[ :]/)[1]);
    expect(new Set(alone)).toEqual(new Set(Array.from({ length: 9 }, (_, i) => `svc.high${499 - i}`)));

    // Further cases within the hour wait for its end and are combined; critical cases are combined earlier.
    const more = [...findings, ...crowd(30, NOON + MINUTE, 'critical')];
    await bank.tell(NOON + 2 * MINUTE, more);
    expect(mailsTo(email!)).toHaveLength(10);
    await bank.alert(NOON + 11 * MINUTE);
    expect(mailsTo(email!)).toHaveLength(11);
    expect(mailsTo(email!).at(-1)!.subject).toMatch(/^30 more critical cases/);
    more.push(finding({ account: 'svc.late1', time: NOON + 20 * MINUTE }));
    more.push(finding({ account: 'svc.late2', time: NOON + 20 * MINUTE }));
    await bank.tell(NOON + 20 * MINUTE, more);
    expect(mailsTo(email!)).toHaveLength(11);
    await bank.alert(NOON + 61 * MINUTE);
    expect(mailsTo(email!)).toHaveLength(13);
    const [{ n }] = (await bank.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM scout.alert_messages WHERE tenant_id = $1 AND outcome IS NULL',
    )) as [{ n: number }];
    expect(n).toBe(0);
  });

  test('quiet hours and times use the recipient’s own time zone', async () => {
    const bank = await judgedOrganization();
    const [zurich, tokyo] = await bank.recipients('zurich', 'tokyo');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Europe/Zurich' });
    const quiet_hours = { from: 20 * 60, to: 22 * 60 };
    for (const email of [zurich!, tokyo!]) await bank.admin.api.alertRecipientsUpdate({ email, quiet_hours });
    const changed = await bank.admin.api.alertRecipientsUpdate({ email: tokyo!, time_zone: 'Asia/Tokyo' });
    expect(changed).toMatchObject({ time_zone: 'Asia/Tokyo', quiet_hours });
    await expect(
      bank.admin.api.alertRecipientsUpdate({ email: tokyo!, time_zone: 'Mars/Olympus' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });

    // 14:00 in Zurich, 21:00 in Tokyo.
    await bank.tell(NOON, [finding({ account: 'svc.billing', time: NOON })]);
    expect(mailsTo(zurich!)).toHaveLength(1);
    expect(mailsTo(tokyo!)).toEqual([]);
    await bank.alert(NOON + HOUR - 1);
    expect(mailsTo(tokyo!)).toEqual([]);
    await bank.alert(NOON + HOUR);
    expect(mailsTo(tokyo!)).toHaveLength(1);
    expect(mailsTo(zurich!)[0]!.text).toContain('14:00 Europe/Zurich (30 Sept, 12:00 UTC)');
    expect(mailsTo(tokyo!)[0]!.text).toContain('21:00 Asia/Tokyo (30 Sept, 12:00 UTC)');
  });

  test('quiet hours in the organization’s time zone delay all but critical cases', async () => {
    const bank = await judgedOrganization();
    const [email, awake] = await bank.recipients('sleeps', 'awake');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Europe/Zurich' });
    const quiet_hours = { from: 22 * 60, to: 6 * 60 };
    await bank.admin.api.alertRecipientsUpdate({ email: email!, quiet_hours });
    const night = Date.UTC(2026, 8, 30, 21);
    const findings = [
      finding({ account: 'svc.billing', time: night }),
      finding({ account: 'svc.ledger', time: night }),
    ];
    await bank.tell(night, findings);
    findings.push(finding({ account: 'svc.payroll', time: night, severity: 'critical' }));
    await bank.tell(night + MINUTE, findings);
    expect(mailsTo(email!).map(({ subject }) => subject)).toEqual(['C-3 svc.payroll: New source']);
    expect(mailsTo(awake!)).toHaveLength(3);
    expect(await bank.isWaiting(Date.UTC(2026, 9, 1, 3, 59))).toBe(false);
    await bank.alert(Date.UTC(2026, 9, 1, 4));
    expect(mailsTo(email!)).toHaveLength(3);
  });

  test('a daily mail summarizes the previous day; critical cases are mailed at once', async () => {
    const bank = await judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.admin.api.tenantsUpdate({ time_zone: 'Asia/Kolkata' });
    await bank.admin.api.alertRecipientsUpdate({ email: email!, delivery: 'daily' });
    const findings = [...crowd(40, NOON), ...crowd(1, NOON, 'critical')];
    await bank.tell(NOON, findings);
    expect(mailsTo(email!).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^C-\d+ svc\.critical0: New source$/),
    ]);
    const eight = Date.UTC(2026, 9, 1, 2, 30);
    expect(await bank.isWaiting(eight - 1)).toBe(false);
    await bank.alert(eight);
    const [, summary, ...others] = mailsTo(email!);
    expect(others).toEqual([]);
    expect(summary!.subject).toMatch(/^40 cases since yesterday’s summary/);
    expect(summary!.text).toContain('40 high');
  });
});

test('several processes at once mail each step once', async () => {
  const bank = await judgedOrganization();
  const emails = await bank.recipients('a', 'b', 'c');
  const { pool, mail, origin } = server.context;
  await server.database.withRole({ role: 'scout_assessor', tenantId: bank.tenantId }, (_tx, client) =>
    storeFindings(client, bank.tenantId, {
      findings: [finding({ account: 'svc.billing', time: NOON })],
      exceptions: [],
      range: { from: 0, to: null },
      now: NOON,
      lastCaseNumber: 0,
      alerts: { from: 0, naming: STANDARD_NAMING },
    }),
  );
  const parts = { pool, mail, origin, clock: { now: () => NOON } };
  await Promise.all(Array.from({ length: 8 }, () => sendAlerts(parts, bank.tenantId)));
  await delivered();
  for (const email of emails) expect(mailsTo(email)).toHaveLength(1);
});

test('100,000 refusals of one account in ten minutes are at most three mails, with correct counts', async () => {
  const { bank, maker } = await watchedOrganization();
  const [email] = await bank.recipients('soc');
  const total = 100_000;
  const minutes = 10;
  for (let minute = 0; minute < minutes; minute += 1) {
    const time = at(22, 10, minute + 1);
    const rows = Array.from({ length: total / minutes }, (_, i) =>
      maker.refusal(time + (i % 60_000), 'svc.ledger1', 'DB1', `PC${i % 5}`),
    );
    await bank.send(rows);
    await bank.assess(time + MINUTE);
    await bank.alert(time + MINUTE);
  }
  // Storms of refusals are judged at the end of their day.
  for (const now of [at(22, 11, 30), at(23, 0, 30), at(23, 8)]) {
    await bank.assess(now);
    await bank.alert(now);
  }
  const mails = mailsTo(email!);
  expect(mails.length).toBeGreaterThanOrEqual(1);
  expect(mails.length).toBeLessThanOrEqual(3);
  const counts = mails.map(({ text }) => /([\d,]+)\s+refusals/.exec(text)?.[1]);
  expect(counts.at(-1)).toBe('100,000');
}, 120_000);
