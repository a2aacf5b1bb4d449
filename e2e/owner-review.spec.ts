import { readFile } from 'node:fs/promises';
import type { EvidenceFile } from '@scout/contract';
import { verifyEvidence } from '@scout/server/modules/reports/evidenceChain';
import { seedAccount } from '@scout/testkit/seedAccount';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import { panel, rows } from './support/table.ts';

test('an admin starts a review, an owner asked by mail decides, and the closed review has a record', async ({
  page,
  scout,
  organization,
}) => {
  test.setTimeout(300_000);
  const owner = await addPerson(scout, organization, 'owen');
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  for (const account of ['svc.backup', 'svc.billing', 'svc.nobody'])
    await seedAccount(run, organization.tenantId, account, [{ time: new Date() }]);
  const api = await adminApi(scout, organization);
  await api.accountsUpdate({ account: 'svc.billing', owner: owner.email });
  // Not a member: stays undecided, so that the review does not close by itself.
  await api.accountsUpdate({ account: 'svc.backup', owner: 'Infrastructure team' });

  await signInAs(page, organization, organization);
  await page.goto('/accounts/review');
  await expect(page.getByText('No review is open')).toBeVisible();
  await page.goto('/settings/reports');
  const reviews = panel(page, "Owners' reviews");
  await expect(reviews.getByText('No review yet')).toBeVisible();
  // The panels above are as high as they stay: a click on what moves is lost.
  await expect(page.getByText('No names this month')).toHaveCount(3);
  await expect(page.getByText('0 open at the end')).toBeVisible();
  await reviews.getByRole('button', { name: 'Start review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start review' }).click();
  await expect.poll(() => rows(reviews)).toMatchObject([{ State: 'Open', Decided: '0 of 2' }]);

  const mail = await scout.inbox.next(owner.email);
  expect(mail.subject).toContain('Review your 1 service account');
  await page.context().clearCookies();
  // The origin in the mail is PUBLIC_URL or the port's; only the path matters.
  await page.goto(new URL(mail.link!).pathname);
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/accounts/review');
  const accounts = panel(page, 'Accounts to review');
  await expect.poll(() => rows(accounts)).toMatchObject([{ Account: 'svc.billing', Owner: owner.email }]);
  await expect(page.getByRole('button', { name: 'Close review' })).toHaveCount(0);
  await accounts.getByRole('button', { name: 'Decide about svc.billing' }).click();
  const decide = page.getByRole('dialog');
  await decide.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: 'Change needed' }).click();
  await decide.getByLabel('Comment').fill('Remove it from Domain Admins.');
  await decide.getByRole('button', { name: 'Save decision' }).click();
  await expect
    .poll(() => rows(accounts))
    .toMatchObject([
      {
        Account: 'svc.billing',
        Decision: 'Change needed',
        Comment: 'Remove it from Domain Admins.',
        'Decided by': owner.email,
      },
    ]);
  await accounts.getByRole('radio', { name: 'All' }).check();
  await expect
    .poll(async () => (await rows(accounts)).map(({ Account }) => Account))
    .toEqual(['svc.backup', 'svc.billing', 'svc.nobody']);
  await expect(accounts.getByRole('button', { name: 'Decide about' })).toHaveCount(1);

  await signInAs(page, organization, organization);
  await page.goto('/accounts/review');
  await expect(accounts.getByText('1 undecided')).toBeVisible();
  await page.getByRole('button', { name: 'Close review' }).click();
  const close = page.getByRole('dialog');
  await expect(close.getByText('1 account stays undecided in the record.')).toBeVisible();
  await close.getByRole('button', { name: 'Close permanently' }).click();
  await expect(page.getByText('No review is open')).toBeVisible();

  await page.getByRole('link', { name: 'See past reviews' }).click();
  await expect.poll(() => rows(reviews)).toMatchObject([{ State: 'Closed', Decided: '1 of 2' }]);
  const download = async (format: 'JSON' | 'PDF') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      reviews.getByRole('button', { name: `Record 1 ${format}` }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`scout-evidence-review-1.${format.toLowerCase()}`);
    return readFile(await file.path(), 'utf8');
  };
  const record = JSON.parse(await download('JSON')) as EvidenceFile;
  expect(verifyEvidence(record)).toEqual({ holds: true, entries: 4, head: record.head });
  expect(record.entries.map(({ entry }) => entry)).toContainEqual(
    expect.objectContaining({
      type: 'answer',
      account: 'svc.billing',
      decision: 'change',
      by: owner.email,
    }),
  );
  expect(await download('PDF')).toContain(record.head);
});

test('on a phone an open review and its dialogs pass axe and fit, and an account that nobody can decide about has no label for an action', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  test.setTimeout(300_000);
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  for (const account of ['svc.billing', 'svc.nobody'])
    await seedAccount(run, organization.tenantId, account, [{ time: new Date() }]);
  const api = await adminApi(scout, organization);
  await api.accountsUpdate({ account: 'svc.billing', owner: organization.email });
  await api.ownerReviewsStart({});
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/accounts/review');
  const accounts = panel(page, 'Accounts to review');
  await test.step('an open review and its dialogs pass axe and fit a phone', async () => {
    await expect
      .poll(() => rows(accounts))
      .toMatchObject([{ Account: 'svc.billing' }, { Account: 'svc.nobody' }]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await describeFaults(axeOn(page))).toEqual([]);
    for (const name of ['Decide about svc.billing', 'Close review']) {
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
      expect(await describeFaults(axeOn(page)), name).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    }
  });
  await test.step('an account that nobody can decide about has no label for an action', async () => {
    const labelOf = (account: string) =>
      page.evaluate<string | null>(`(() => {
        const row = [...document.querySelectorAll('main tr')].find(({ textContent }) => textContent.includes('${account}'));
        const cell = row?.querySelector('[data-label="Action"]');
        return cell ? getComputedStyle(cell, '::before').content : null;
      })()`);
    await expect.poll(() => labelOf('svc.billing')).toContain('Action');
    await expect.poll(() => labelOf('svc.nobody')).toBe('none');
  });
});
