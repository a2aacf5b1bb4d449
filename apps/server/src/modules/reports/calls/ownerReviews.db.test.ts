import type { EvidenceFile } from '@scout/contract';
import { DAY, HOUR } from '@scout/detection/time';
import {
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  seedAccount,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { verifyEvidence } from '../evidenceChain.ts';
import { advanceReview, awaitingReviews } from '../jobs/ownerReviews.ts';

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

/** A bank with accounts of its member, of a department, and without an owner; `own` adds accounts of the member. */
async function bankWithOwners({ own = 0 } = {}) {
  const bank = await createOrganization(server, fresh('Northwind'));
  const [admin, member] = [await bank.as('admin'), await bank.as('member')];
  const run = (sql: string, values: unknown[]) =>
    server.database.asOwner((owner) => owner.query<Record<string, unknown>>(sql, values));
  const more = Array.from({ length: own }, (_, index) => `svc.more${index}`);
  for (const account of ['svc.billing', 'svc.backup', 'svc.nobody', ...more])
    await seedAccount(run, bank.tenantId, account, [{ time: new Date() }]);
  for (const account of ['svc.billing', ...more])
    await admin.api.accountsUpdate({ account, owner: ` ${bank.emailOf('member').toUpperCase()} ` });
  await admin.api.accountsUpdate({ account: 'svc.backup', owner: 'Infrastructure team' });
  const clock = createClock();
  return {
    ...bank,
    admin,
    member,
    run,
    async pass(milliseconds: number) {
      clock.set(Date.now() + milliseconds);
      return advanceReview({ ...server.context, clock }, bank.tenantId);
    },
    isWaiting: async (milliseconds: number) =>
      (await awaitingReviews(server.context.pool, Date.now() + milliseconds)).includes(bank.tenantId),
    accounts: async (number = 1) => (await admin.api.ownerReviewAccounts({ number })).accounts,
    async record(number = 1): Promise<EvidenceFile> {
      const response = await member.request(`/api/v1/evidence?review=${number}`);
      expect(response.status).toBe(200);
      const file = (await response.json()) as EvidenceFile;
      expect(verifyEvidence(file)).toEqual({ holds: true, entries: file.count, head: file.head });
      return file;
    },
    async logged(action: string) {
      const { rows } = await run(
        'SELECT actor, details FROM scout.audit_logs WHERE tenant_id = $1 AND action = $2 ORDER BY sequence',
        [bank.tenantId, action],
      );
      return rows;
    },
  };
}

const mailsTo = (email: string) => inbox.mails.filter(({ to }) => to === email);

test('asks members by mail, lets admins answer for other owners, and closes with a verifiable record', async () => {
  const bank = await bankWithOwners();
  const { admin, member } = bank;
  const email = bank.emailOf('member');
  const started = await admin.api.ownerReviewsStart({ days: 30 });
  expect(started).toMatchObject({
    number: 1,
    accounts: 3,
    without_owner: 1,
    asked: 1,
    undecided: 2,
    closed_at: null,
    head: null,
  });
  const mail = await inbox.next(email);
  expect(mail.subject).toMatch(/^Review your 1 service account: Northwind/);
  expect(mail.text).toContain('svc.billing');
  expect(mail.html).toContain('svc.billing');
  expect(mail.text).not.toContain('svc.backup');
  expect(mail.link).toBe(`${server.context.origin()}/accounts/review`);
  expect(mailsTo(bank.emailOf('admin'))).toEqual([]);
  expect(await bank.accounts()).toMatchObject([
    { account: 'svc.backup', owner: 'Infrastructure team', asked: null },
    { account: 'svc.billing', asked: email, is_own: false },
    { account: 'svc.nobody', owner: null, decision: null },
  ]);
  expect((await member.api.ownerReviewAccounts({ number: 1, only: 'own' })).accounts).toMatchObject([
    { account: 'svc.billing', is_own: true },
  ]);
  expect((await member.api.ownerReviews({})).reviews).toMatchObject([{ number: 1, undecided_own: 1 }]);

  await member.api.ownerReviewsDecide({ number: 1, accounts: ['svc.billing'], decision: 'keep' });
  await member.api.ownerReviewsDecide({
    number: 1,
    accounts: ['SVC.Billing'],
    decision: 'change',
    comment: 'Remove it from Domain Admins.',
  });
  expect((await member.request('/api/v1/evidence?review=1')).status).toBe(404);
  const closed = await admin.api.ownerReviewsClose({ number: 1 });
  expect(closed).toMatchObject({
    closed_by: bank.emailOf('admin'),
    undecided: 1,
    decided: { keep: 0, change: 1, remove: 0 },
  });
  const file = await bank.record();
  expect(file.head).toBe(closed.head);
  expect(file.scope).toEqual({ review: 1 });
  const entries = file.entries.map(({ entry }) => entry);
  expect(entries.find(({ type }) => type === 'review')).toMatchObject({
    started_by: bank.emailOf('admin'),
    closed_by: bank.emailOf('admin'),
    closed_at: closed.closed_at,
    reminders: 0,
  });
  expect(entries.filter(({ type }) => type === 'answer')).toMatchObject([
    {
      account: 'svc.billing',
      asked: email,
      decision: 'change',
      comment: 'Remove it from Domain Admins.',
      by: email,
    },
    { account: 'svc.backup', owner: 'Infrastructure team', asked: null, decision: null, by: null },
    { account: 'svc.nobody', owner: null, decision: null },
  ]);
  // The record keeps its original state: later changes of organization name and register do not affect it.
  await bank.run('UPDATE scout.tenants SET company_name = $2, company_key = $2 WHERE tenant_id = $1', [
    bank.tenantId,
    fresh('renamed'),
  ]);
  await admin.api.accountsUpdate({ account: 'svc.billing', owner: null });
  expect((await bank.record()).head).toBe(closed.head);
  const pdf = await member.request('/api/v1/evidence?review=1&format=pdf');
  expect(pdf.headers.get('content-disposition')).toContain('scout-evidence-review-1.pdf');
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain(closed.head!);
  expect(await bank.logged('owner_review_started')).toMatchObject([
    { details: { review: 1, accounts: 3, asked: 1, without_owner: 1 } },
  ]);
  expect(await bank.logged('owner_review_decided')).toMatchObject([
    { actor: email, details: { account: 'svc.billing', decision: 'keep', as_owner: true } },
    { actor: email, details: { account: 'svc.billing', decision: 'change', as_owner: true } },
  ]);
  expect(await bank.logged('owner_review_closed')).toMatchObject([
    { details: { review: 1, undecided: 1, head: closed.head } },
  ]);
});

describe('who may decide', () => {
  test('a member only about their own accounts, an admin about any with an owner, and that is recorded', async () => {
    const bank = await bankWithOwners();
    const { admin, member } = bank;
    await admin.api.ownerReviewsStart({});
    const decide = { number: 1, decision: 'keep' as const };
    for (const accounts of [['svc.backup'], ['svc.billing', 'svc.backup'], ['svc.nobody'], ['svc.unknown']])
      await expect(
        member.api.ownerReviewsDecide({ ...decide, accounts }),
        accounts.join(),
      ).rejects.toMatchObject({ code: 'not_found' });
    expect(await bank.accounts()).toMatchObject([{ decision: null }, { decision: null }, { decision: null }]);
    await expect(admin.api.ownerReviewsDecide({ ...decide, accounts: ['svc.nobody'] })).rejects.toMatchObject(
      { code: 'not_found' },
    );
    await admin.api.ownerReviewsDecide({ ...decide, accounts: ['svc.billing', 'svc.backup'] });
    expect(await bank.logged('owner_review_decided')).toMatchObject([
      { actor: bank.emailOf('admin'), details: { as_owner: false } },
      { actor: bank.emailOf('admin'), details: { as_owner: false } },
    ]);
    expect(await bank.accounts()).toMatchObject([
      { account: 'svc.backup', decided_by: bank.emailOf('admin') },
      { account: 'svc.billing', asked: bank.emailOf('member'), decided_by: bank.emailOf('admin') },
      {},
    ]);
  });

  test('nobody after the review is closed, which happens once', async () => {
    const bank = await bankWithOwners();
    const { admin, member } = bank;
    await admin.api.ownerReviewsStart({});
    await expect(admin.api.ownerReviewsStart({})).rejects.toMatchObject({ code: 'review_state' });
    await admin.api.ownerReviewsClose({ number: 1 });
    const late = { number: 1, accounts: ['svc.billing'], decision: 'remove' as const };
    for (const { api } of [admin, member])
      await expect(api.ownerReviewsDecide(late)).rejects.toMatchObject({ code: 'review_state' });
    await expect(admin.api.ownerReviewsClose({ number: 1 })).rejects.toMatchObject({ code: 'review_state' });
    await expect(admin.api.ownerReviewsClose({ number: 2 })).rejects.toMatchObject({ code: 'not_found' });
    expect((await admin.api.ownerReviewsStart({})).number).toBe(2);
  });

  test('without an owner no review starts, and no trace is left', async () => {
    const bank = await createOrganization(server, fresh('Northwind'));
    const admin = await bank.as('admin');
    await expect(admin.api.ownerReviewsStart({})).rejects.toMatchObject({ code: 'review_state' });
    expect(await admin.api.ownerReviews({})).toEqual({ reviews: [] });
  });
});

describe('automatic steps', () => {
  test('a reminder to undecided owners every seven days, three times at most, until it is due', async () => {
    const bank = await bankWithOwners();
    const email = bank.emailOf('member');
    await bank.admin.api.ownerReviewsStart({ days: 60 });
    await inbox.next(email);
    expect(await bank.isWaiting(7 * DAY - HOUR)).toBe(false);
    expect(await bank.pass(7 * DAY - HOUR)).toBeNull();
    expect(await bank.isWaiting(7 * DAY + HOUR)).toBe(true);
    for (const [index, days] of [7, 14, 21].entries()) {
      expect(await bank.pass(days * DAY + (index + 1) * HOUR), `day ${days}`).toBe('reminded');
      expect(await bank.pass(days * DAY + (index + 1) * HOUR), `day ${days} again`).toBeNull();
      expect((await inbox.next(email)).subject).toMatch(/^Still to review: 1 service account/);
    }
    expect(await bank.pass(50 * DAY)).toBeNull();
    expect(await bank.isWaiting(50 * DAY)).toBe(false);
    expect(await bank.logged('owner_review_reminded')).toHaveLength(3);
    await bank.admin.api.ownerReviewsClose({ number: 1 });
    const [first] = (await bank.record()).entries;
    expect(first!.entry).toMatchObject({ type: 'review', reminders: 3 });
  });

  test('no reminder for owners who have decided, and none once it is due', async () => {
    const bank = await bankWithOwners();
    const email = bank.emailOf('member');
    await bank.admin.api.ownerReviewsStart({ days: 7 });
    await inbox.next(email);
    expect(await bank.isWaiting(40 * DAY)).toBe(false);
    await bank.admin.api.ownerReviewsClose({ number: 1 });
    await bank.admin.api.ownerReviewsStart({ days: 30 });
    await inbox.next(email);
    await bank.member.api.ownerReviewsDecide({ number: 2, accounts: ['svc.billing'], decision: 'keep' });
    expect(await bank.pass(7 * DAY + HOUR)).toBe('reminded');
    expect(await bank.logged('owner_review_reminded')).toMatchObject([{ details: { asked: 0 } }]);
  });

  test('closing an hour after the last decision, and not before', async () => {
    const bank = await bankWithOwners();
    await bank.admin.api.ownerReviewsStart({});
    await bank.admin.api.ownerReviewsDecide({
      number: 1,
      accounts: ['svc.billing', 'svc.backup'],
      decision: 'keep',
    });
    expect(await bank.isWaiting(0)).toBe(false);
    expect(await bank.pass(0)).toBeNull();
    expect(await bank.isWaiting(2 * HOUR)).toBe(true);
    expect(await bank.pass(2 * HOUR)).toBe('closed');
    expect(await bank.pass(2 * HOUR)).toBeNull();
    const { reviews } = await bank.admin.api.ownerReviews({});
    expect(reviews).toMatchObject([{ closed_by: null, undecided: 0, head: (await bank.record()).head }]);
    expect(await bank.logged('owner_review_closed')).toMatchObject([{ actor: 'system' }]);
  });
});

test('accounts come in pages, those with an owner first', async () => {
  const bank = await bankWithOwners({ own: 3 });
  await bank.admin.api.ownerReviewsStart({});
  const names: string[] = [];
  let cursor: number | undefined;
  do {
    const page = await bank.member.api.ownerReviewAccounts({
      number: 1,
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    });
    expect(page.accounts.length).toBeLessThanOrEqual(2);
    names.push(...page.accounts.map(({ account }) => account));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(names).toEqual(['svc.backup', 'svc.billing', 'svc.more0', 'svc.more1', 'svc.more2', 'svc.nobody']);
});

test('is deleted with the audit log of its age', async () => {
  const bank = await bankWithOwners();
  for (const number of [1, 2]) {
    await bank.admin.api.ownerReviewsStart({});
    await bank.admin.api.ownerReviewsClose({ number });
  }
  await bank.run(
    `UPDATE scout.owner_reviews SET started_at = now() - interval '800 days' WHERE tenant_id = $1 AND number = 1`,
    [bank.tenantId],
  );
  await server.database.withRole({ role: 'scout_operator' }, (_tx, client) =>
    client.query('SELECT scout.delete_expired_reviews(730, now())'),
  );
  expect((await bank.admin.api.ownerReviews({})).reviews.map(({ number }) => number)).toEqual([2]);
  const { rows } = await bank.run(
    'SELECT DISTINCT number FROM scout.owner_review_accounts WHERE tenant_id = $1',
    [bank.tenantId],
  );
  expect(rows).toEqual([{ number: 2 }]);
});
