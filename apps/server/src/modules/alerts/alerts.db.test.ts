import { randomUUID } from 'node:crypto';
import { at, quietMonth } from '@scout/cases/testing/rows';
import { STANDARD_NAMING } from '@scout/detection';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { describe, expect, test } from 'vitest';
import { storeFindings } from '../cases/sql/assessor/findings.ts';
import { sendAlerts } from './jobs/alerts.ts';
import { alertingServer, NOON } from './testing/alertingServer.ts';
import { finding } from './testing/finding.ts';

const scene = alertingServer();

/** An assessed month without incidents, so that later findings are new. */
async function watchedOrganization() {
  const bank = await scene.organization();
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

    const [mail, ...others] = scene.mailsTo(email!);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'C-1 svc.ledger1: A person signed in as it',
      link: `${scene.server.context.origin()}/cases/1`,
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
    expect(scene.mailsTo(email!)).toHaveLength(1);
  });

  test('is not mailed to recipients who turned mails off, nor while the organization has', async () => {
    const { bank, maker } = await watchedOrganization();
    const [on, off] = await bank.recipients('on', 'off');
    await bank.admin.api.alertRecipientsUpdate({ email: off!, receives: false });
    await bank.send(story({ maker }));
    await bank.assess(at(22, 10, 4));
    await bank.alert(at(22, 10, 5));
    expect(scene.mailsTo(on!)).toHaveLength(1);
    expect(scene.mailsTo(off!)).toEqual([]);

    await bank.admin.api.tenantsUpdate({ receive_email_alerts: false });
    await bank.send([maker.explicit(at(22, 12, 0), 'person3', 'PC3', 'svc.billing2', 'DB1')]);
    await bank.assess(at(22, 12, 4));
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toHaveLength(2);
    await bank.alert(at(22, 12, 5));
    expect(scene.mailsTo(on!)).toHaveLength(1);
  });
});

describe('a case that later events explain', () => {
  const reported = finding({ account: 'svc.billing', time: NOON });

  test('stays when people were told of it, under its number, and its mail leads to it', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.tell(NOON + MINUTE, [reported]);
    const [mail] = scene.mailsTo(email!);
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
    await bank.tell(NOON + 3 * MINUTE, [reported]);
    expect(await bank.admin.api.casesRead({ number })).toMatchObject({ findings_total: 1 });
    expect(scene.mailsTo(email!)).toHaveLength(1);
  });

  test('goes when it is history, of which nobody was told', async () => {
    const bank = await scene.judgedOrganization();
    await bank.recipients('soc');
    const cases = () => bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1');
    await bank.tell(NOON + 3 * DAY, [reported]);
    expect(await cases()).toHaveLength(1);
    await bank.tell(NOON + 3 * DAY + MINUTE, []);
    expect(await cases()).toEqual([]);
  });

  test('goes when people changed the settings that it was found by', async () => {
    const bank = await scene.judgedOrganization();
    await bank.recipients('soc');
    await bank.tell(NOON + MINUTE, [reported]);
    await bank.tell(NOON + 2 * MINUTE, [], { isResettled: true });
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toEqual([]);
  });
});

describe('a later step of a case', () => {
  test('that raises its severity is mailed at once, in the thread of the first, and only once however often it is judged', async () => {
    const bank = await scene.judgedOrganization();
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

    const [opened, worsened, ...others] = scene.mailsTo(email!);
    expect(others).toEqual([]);
    expect(opened!.text).toContain('High: a case was opened');
    expect(worsened!.text).toContain('Critical: a case got worse');
    expect(worsened!.subject).toBe(opened!.subject);
    expect(opened!.messageId).toMatch(/^<case-[0-9a-f]{32}@localhost>$/);
    expect(opened!.headers.has('references')).toBe(false);
    for (const header of ['references', 'in-reply-to'])
      expect(worsened!.headers.get(header)).toBe(opened!.messageId);
    expect(worsened!.messageId).not.toBe(opened!.messageId);
  });

  test('that adds relevant persons and machines is mailed once an hour, all of them together', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    const findings = [finding({ account: 'svc.billing', time: NOON, persons: ['m.keller'] })];
    await bank.tell(NOON, findings);
    findings.push(
      finding({ account: 'svc.billing', time: NOON + MINUTE, persons: ['a.novak'], sources: ['APP7'] }),
    );
    await bank.tell(NOON + 2 * MINUTE, findings);
    findings.push(finding({ account: 'svc.billing', time: NOON + 5 * MINUTE, destinations: ['PRD-SQL02'] }));
    await bank.tell(NOON + 6 * MINUTE, findings);
    expect(scene.mailsTo(email!)).toHaveLength(1);
    expect(await bank.isWaiting(NOON + 59 * MINUTE)).toBe(false);

    await bank.alert(NOON + 61 * MINUTE);
    const [, update, ...others] = scene.mailsTo(email!);
    expect(others).toEqual([]);
    expect(update!.text).toContain('High: new findings in a case');
    expect(update!.text).toMatch(/New\s+(a\.novak, PRD-SQL02|PRD-SQL02, a\.novak)\s/);
    // A machine that is neither a workstation nor a production server causes no step.
    findings.push(finding({ account: 'svc.billing', time: NOON + 3 * HOUR, sources: ['APP9'] }));
    await bank.tell(NOON + 3 * HOUR, findings);
    expect(scene.mailsTo(email!)).toHaveLength(2);
  });

  test('with a higher severity does not wait for the hour of earlier additions', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    const findings = [finding({ account: 'svc.billing', time: NOON, severity: 'medium' })];
    await bank.tell(NOON, findings);
    findings.push(
      finding({ account: 'svc.billing', time: NOON + MINUTE, severity: 'medium', persons: ['a.novak'] }),
    );
    await bank.tell(NOON + 2 * MINUTE, findings);
    findings.push(finding({ account: 'svc.billing', time: NOON + 3 * MINUTE, severity: 'high' }));
    await bank.tell(NOON + 4 * MINUTE, findings);
    expect(scene.mailsTo(email!).map(({ text }) => /^(?:High|Medium): .*$/m.exec(text)?.[0])).toEqual([
      'Medium: a case was opened',
      'High: a case got worse',
    ]);
  });
});

describe('history', () => {
  test('sends no mail: older than a day, or before the first assessment; what continues is reported once', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    const year = Array.from({ length: 200 }, (_, day) =>
      finding({ account: `svc.job${day}`, time: NOON - (day + 2) * DAY, severity: 'critical' }),
    );
    await bank.tell(NOON, year);
    const before = [...year, finding({ account: 'svc.early', time: NOON - 2 * HOUR })];
    await bank.tell(NOON, before, { from: NOON - HOUR });
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).toHaveLength(201);
    expect(scene.mailsTo(email!)).toEqual([]);
    expect(await bank.sql('SELECT FROM scout.alert_messages WHERE tenant_id = $1')).toEqual([]);

    await bank.tell(NOON, [...before, finding({ account: 'svc.job9', time: NOON, severity: 'critical' })]);
    await bank.tell(NOON + DAY, [
      ...before,
      finding({ account: 'svc.job9', time: NOON, severity: 'critical' }),
    ]);
    expect(scene.mailsTo(email!).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^C-\d+ svc\.job9: New source$/),
    ]);
  });

  test('of a new installation that reads a month of logs sends none either', async () => {
    const bank = await scene.organization();
    const [email] = await bank.recipients('soc');
    const { rows, maker } = quietMonth();
    await bank.send([...rows.filter((row) => Date.parse(row.timestamp) < at(22, 11)), ...story({ maker })]);
    await bank.assess(at(22, 11, 30));
    expect(await bank.sql('SELECT FROM scout.cases WHERE tenant_id = $1')).not.toEqual([]);
    await bank.alert(at(22, 11, 30));
    expect(scene.mailsTo(email!)).toEqual([]);
  });
});

describe('nobody is mailed', () => {
  test.each([
    ['of an organization without a subscription', `UPDATE scout.tenants SET is_subscribed = false`],
    ['of a sample organization', `UPDATE scout.tenants SET is_sample = true`],
  ])('%s', async (_title, update) => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.sql(`${update} WHERE tenant_id = $1`);
    await bank.tell(NOON, [finding({ account: 'svc.billing', time: NOON })]);
    expect(scene.mailsTo(email!)).toEqual([]);
    expect(await bank.isWaiting(NOON + DAY)).toBe(false);
  });

  test('about what an exception permits, until something else joins the case', async () => {
    const bank = await scene.judgedOrganization();
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
    expect(scene.mailsTo(email!)).toEqual([]);
    findings.push(finding({ account: 'svc.billing', time: NOON + MINUTE, persons: ['a.novak'] }));
    await bank.tell(NOON + 2 * MINUTE, findings, { exceptions });
    expect(scene.mailsTo(email!)).toMatchObject([
      { text: expect.stringContaining('High: a case was opened') },
    ]);
    expect(scene.mailsTo(email!)[0]!.text).not.toContain('m.keller');
    const later = { account: 'svc.billing', time: NOON + 5 * MINUTE, destinations: ['PRD-SQL09'] };
    findings.push(finding({ ...later, persons: ['m.keller'] }));
    await bank.tell(NOON + 2 * HOUR, findings, { exceptions });
    expect(scene.mailsTo(email!)).toHaveLength(1);
  });

  test('below the recipient’s severity, until the case reaches it', async () => {
    const bank = await scene.judgedOrganization();
    const [email] = await bank.recipients('soc');
    await bank.admin.api.alertRecipientsUpdate({ email: email!, min_severity: 'high' });
    const findings = [finding({ account: 'svc.billing', time: NOON, severity: 'medium' })];
    await bank.tell(NOON, findings);
    expect(scene.mailsTo(email!)).toEqual([]);
    findings.push(finding({ account: 'svc.billing', time: NOON + MINUTE, severity: 'high' }));
    await bank.tell(NOON + 2 * MINUTE, findings);
    expect(scene.mailsTo(email!)).toMatchObject([
      { text: expect.stringContaining('High: a case was opened') },
    ]);
  });

  test('about a case that was closed, or at an address that was removed, while the mail waited', async () => {
    const bank = await scene.judgedOrganization();
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
    expect(scene.mailsTo(closed!).map(({ subject }) => subject)).toEqual(['C-2 svc.ledger: New source']);
    expect(scene.mailsTo(removed!)).toEqual([]);
    expect(await bank.isWaiting(NOON + DAY)).toBe(false);
  });
});

test('several processes at once mail each step once', async () => {
  const bank = await scene.judgedOrganization();
  const emails = await bank.recipients('a', 'b', 'c');
  const { pool, mail, origin } = scene.server.context;
  await scene.server.database.withRole({ role: 'scout_assessor', tenantId: bank.tenantId }, (_tx, client) =>
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
  await scene.delivered();
  for (const email of emails) expect(scene.mailsTo(email)).toHaveLength(1);
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
  const mails = scene.mailsTo(email!);
  expect(mails.length).toBeGreaterThanOrEqual(1);
  expect(mails.length).toBeLessThanOrEqual(3);
  const counts = mails.map(({ text }) => /([\d,]+)\s+refusals/.exec(text)?.[1]);
  expect(counts.at(-1)).toBe('100,000');
}, 120_000);
