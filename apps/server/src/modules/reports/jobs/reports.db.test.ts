import { DAY, HOUR } from '@scout/detection/time';
import {
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { line, ship } from '../../ingest/testing/ship.ts';
import { monthlyReportSample } from '../testing/report.ts';
import { awaitingReports, mailReports } from './reports.ts';

/** Times in a future year, so that nothing is due by the server's own clock. */
const MAY = Date.parse('2027-04-30T22:00:00Z');

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

async function bank(options: { isSubscribed?: boolean } = {}) {
  const organization = await createOrganization(server, fresh('Northwind'), options);
  const admin = await organization.as('admin');
  await admin.api.tenantsUpdate({ time_zone: 'Europe/Zurich' });
  const clock = createClock();
  const sql = (text: string, ...values: unknown[]) =>
    server.database.asOwner((owner) => owner.query(text, [organization.tenantId, ...values]));
  return {
    ...organization,
    admin,
    clock,
    sql,
    /** Subscribes a person to reports, as of April 2027. */
    async subscribe(as: 'admin' | 'member') {
      await (await organization.as(as)).api.reportSubscriptionUpdate({ monthly: true });
      await sql(`UPDATE scout.report_subscriptions SET mailed_month = '2027-03' WHERE tenant_id = $1`);
      return organization.emailOf(as);
    },
    async mail(now: number) {
      clock.set(now);
      return mailReports({ ...server.context, clock }, organization.tenantId);
    },
    isWaiting: async (now: number) =>
      (await awaitingReports(server.context.pool, now)).includes(organization.tenantId),
  };
}

const mailsTo = (email: string) => inbox.mails.filter(({ to }) => to === email);

test('is mailed on the morning of the first, in the organization’s time zone, with its figures and a PDF', async () => {
  const here = await bank();
  const agent = await here.as('agent');
  const email = await here.subscribe('member');
  const timestamp = new Date(Date.now() - HOUR).toISOString();
  const { body } = await ship(
    agent,
    1,
    [1, 2, 3].map((record_id) => line({ timestamp, record_id })),
  );
  expect(body).toMatchObject({ accepted: 3 });
  // Dated to the last hour of April in Zurich, and to May.
  await here.sql(`UPDATE scout.rollups SET bucket = '2027-04-30T21:45:00Z' WHERE tenant_id = $1 AND n = 3`);
  expect(await here.isWaiting(MAY - 15 * HOUR)).toBe(false);
  expect(await here.mail(MAY - 1)).toBe(0);
  expect(await here.mail(MAY + 8 * HOUR - 1)).toBe(0);
  expect(await here.isWaiting(MAY + 8 * HOUR)).toBe(true);
  expect(await here.mail(MAY + 8 * HOUR)).toBe(1);
  const mail = await inbox.next(email);
  expect(mail.subject).toMatch(/^April 2027 in figures: Northwind/);
  const plain = mail.text.replaceAll(/\s+/g, ' ');
  expect(plain).toContain('Failed logons 3 0');
  expect(plain).toContain('1 Apr 2027, 00:00 Europe/Zurich (31 Mar, 22:00 UTC)');
  expect(mail.html).toContain('Failed logons');
  expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail.link).toBe(`${server.context.origin()}/settings/reports`);
  expect(mail.attachments).toMatchObject([{ name: 'scout-report-2027-04.pdf', type: 'application/pdf' }]);
  expect(mail.attachments[0]!.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(mail.attachments[0]!.content.length).toBeGreaterThan(10_000);

  expect(await here.mail(MAY + 9 * HOUR)).toBe(0);
  expect(await here.isWaiting(MAY + 9 * HOUR)).toBe(false);
  expect(mailsTo(email)).toHaveLength(1);
  // The next one a month later; a server that was down for long mails only the last month.
  expect(await here.mail(MAY + 100 * DAY)).toBe(1);
  expect((await inbox.next(email)).subject).toMatch(/^July 2027/);
});

test('is not mailed to a person who has become an owner of accounts', async () => {
  const here = await bank();
  const email = await here.subscribe('member');
  const give = (p_role: 'owner' | 'member') =>
    here.admin.api.setMemberRole({ p_tenant_id: here.tenantId, p_email: email, p_role });
  await give('owner');
  expect(await here.mail(MAY + DAY)).toBe(0);
  await give('member');
  expect(await here.mail(MAY + DAY)).toBe(1);
});

test('two servers at once mail each person once, and a rolled-back mail is sent later', async () => {
  const here = await bank();
  const emails = [await here.subscribe('admin'), await here.subscribe('member')];
  here.clock.set(MAY + DAY);
  const failing = {
    ...server.context,
    clock: here.clock,
    mail: { ...server.context.mail, send: () => Promise.reject(new Error('killed')) },
  };
  await expect(mailReports(failing, here.tenantId)).rejects.toThrow('killed');
  const both = await Promise.all([here.mail(MAY + DAY), here.mail(MAY + DAY), here.mail(MAY + DAY)]);
  expect(both.reduce((sum, n) => sum + n, 0)).toBe(2);
  for (const email of emails) expect((await inbox.next(email)).subject).toMatch(/^April 2027/);
  await server.context.mail.sendAlone({
    template: 'confirmation',
    to: 'last@northwind.example',
    props: { code: '048213', link: 'https://scout.example/x', minutes: 10 },
  });
  await inbox.next('last@northwind.example');
  for (const email of emails) expect(mailsTo(email)).toHaveLength(1);
});

test('is not mailed to who switched it off or is pending, nor without a subscription', async () => {
  const here = await bank();
  const member = await here.as('member');
  await here.subscribe('member');
  expect(await member.api.reportSubscription({})).toEqual({ monthly: true });
  expect(await here.admin.api.reportSubscription({})).toEqual({ monthly: false });
  await here.sql(`UPDATE scout.memberships SET status = 'pending' WHERE tenant_id = $1 AND role = 'member'`);
  expect(await here.mail(MAY + DAY)).toBe(0);
  await here.sql(`UPDATE scout.memberships SET status = 'active' WHERE tenant_id = $1 AND role = 'member'`);
  await member.api.reportSubscriptionUpdate({ monthly: false });
  expect(await here.mail(MAY + DAY)).toBe(0);
  expect(await here.isWaiting(MAY + DAY)).toBe(false);

  const unpaid = await bank({ isSubscribed: false });
  await unpaid.subscribe('admin');
  expect(await unpaid.mail(MAY + DAY)).toBe(0);
});

test('switching off and on again mails no month twice', async () => {
  const here = await bank();
  await here.subscribe('admin');
  expect(await here.mail(MAY + DAY)).toBe(1);
  await here.admin.api.reportSubscriptionUpdate({ monthly: false });
  await here.admin.api.reportSubscriptionUpdate({ monthly: true });
  expect(await here.mail(MAY + 2 * DAY)).toBe(0);
});

test('the thread prints several reports at once', async () => {
  const files = await Promise.all(
    ['2026-10', '2026-11'].map((month) => server.context.printer.monthly(monthlyReportSample({ month }))),
  );
  for (const file of files) expect(file.subarray(0, 5).toString()).toBe('%PDF-');
});

test('its link ends the reports of that person only, by a POST of the mail program, and does not work for alert mails', async () => {
  const here = await bank();
  const [email, admin] = [await here.subscribe('member'), await here.subscribe('admin')];
  expect(await here.mail(MAY + 8 * HOUR)).toBe(2);
  const mail = await inbox.next(email);
  const link = mail.headers.get('list-unsubscribe')!.slice(1, -1);
  expect(mail.text).toContain(link);
  const { pathname, search } = new URL(link);
  expect(pathname).toBe('/reports/unsubscribe');
  const address = `${server.url}${pathname}${search}`;
  const receives = async (as: 'admin' | 'member') =>
    (await (await here.as(as)).api.reportSubscription({})).monthly;
  expect(await (await fetch(address)).text()).toContain('Stop monthly reports?');
  const oneClick = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };
  expect((await fetch(address.replace('/reports/', '/alerts/'), oneClick)).status).toBe(404);
  expect(
    (
      await fetch(
        address.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
        oneClick,
      )
    ).status,
  ).toBe(404);
  expect(await receives('member')).toBe(true);
  for (let times = 0; times < 2; times += 1) {
    const done = await fetch(address, oneClick);
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
  }
  expect([await receives('member'), await receives('admin')]).toEqual([false, true]);
  const entries = await here.admin.api.auditLogs({ action: 'monthly_reports_unsubscribed' });
  expect(entries).toMatchObject([{ actor: email }]);
  expect(await here.mail(MAY + 40 * DAY)).toBe(1);
  for (let months = 0; months < 2; months += 1) await inbox.next(admin);
  expect(mailsTo(email)).toHaveLength(1);
});
