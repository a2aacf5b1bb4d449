import type { Page } from '@playwright/test';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import type { Organization } from './support/organization.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
import type { Scout } from './support/scout.ts';

interface Actions {
  readonly path: string;
  /** Prepares the data that the page shows. */
  before?(scout: Scout, organization: Organization): Promise<unknown>;
  /** Listed for an admin and for a member. */
  readonly everyone: readonly string[];
  /** Listed only for an admin. */
  readonly admin: readonly string[];
  /** Shown once a page without common actions is complete. */
  readonly shown?: string;
}

const account = '/accounts/account?name=svc.billing';
const pages = (number: number): readonly Actions[] => [
  {
    path: '/dashboard',
    everyone: ['Open the most severe case', 'Filter accounts: Failed Logons', 'Range: Last 7 days'],
    admin: [],
  },
  { path: '/dashboard/service-accounts', everyone: ['Range: Last 7 days'], admin: [] },
  { path: '/dashboard/failed-logons', everyone: ['Range: Last 7 days'], admin: [] },
  { path: '/dashboard/interactive-logons', everyone: ['Range: Today'], admin: [] },
  { path: '/dashboard/infrastructure', everyone: ['Range: Custom range'], admin: [] },
  { path: '/cases', everyone: ['Show cases: Closed', 'Show cases: Assigned to me'], admin: [] },
  {
    path: `/cases/${number}`,
    everyone: ['Acknowledge case', 'Copy account name'],
    admin: ['Close case…', 'Create exception…'],
  },
  {
    path: '/accounts',
    everyone: ['Export the register as CSV'],
    admin: ['Import owners and purposes from CSV…'],
  },
  { path: account, everyone: [], shown: 'Purpose', admin: ['Create exception…', 'Edit owner and purpose'] },
  { path: '/settings', everyone: ['Change password…', 'Change your name…', 'New API token…'], admin: [] },
  {
    path: '/settings/organization',
    everyone: ['Copy organization name', 'Copy tenant ID'],
    admin: [
      'Add domain…',
      'Add member…',
      'Add admin…',
      'Add email…',
      'New API token…',
      'Delete organization…',
    ],
  },
  {
    path: '/settings/notifications',
    everyone: ['Receive monthly reports', 'Stop email alerts'],
    admin: ['Add channel…'],
  },
  {
    path: '/settings/reports',
    everyone: ['Export evidence as JSON', 'Export evidence as PDF'],
    admin: ["Start an owners' review…"],
  },
  {
    path: '/settings/agent',
    everyone: [],
    shown: 'No agent is enrolled yet',
    admin: ['Use the machine running Scout'],
  },
  { path: '/settings/agent/enrollment', everyone: [], shown: 'Windows', admin: ['New enrollment token…'] },
  { path: '/settings/agent/groups', everyone: [], shown: 'Groups', admin: ['New group of machines…'] },
  { path: '/settings/agent/upgrades', everyone: [], shown: 'Upgrades', admin: [] },
  { path: '/settings/billing', everyone: [], shown: 'Plan details', admin: [] },
  {
    path: '/downloads',
    before: (scout) => scout.publishRelease('0.1.0'),
    everyone: ['Download Windows agent', 'Download Linux agent'],
    admin: [],
  },
  { path: '/settings/directory', everyone: [], shown: 'Directories', admin: ['Add directory…'] },
  { path: '/settings/detection', everyone: [], shown: 'Exceptions', admin: ['Create exception…'] },
  // The last one, because an open review hides the start action.
  {
    path: '/accounts/review',
    before: async (scout, organization) => {
      const api = await adminApi(scout, organization);
      await api.accountsUpdate({ account: 'svc.billing', owner: 'Infrastructure team' });
      await api.ownerReviewsStart({});
    },
    everyone: [],
    shown: 'Started by',
    admin: ["Close the owners' review…"],
  },
];

const palette = (page: Page) =>
  page.getByRole('combobox', { name: 'Search screens, accounts, users and hosts' });

/** Opens the palette of a page, and returns its entries. */
async function openPalette(page: Page, { path, before, shown }: Actions): Promise<() => Promise<string[]>> {
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  // A page remembers what it has read for a while: after a change by a call it is loaded.
  if (before) await page.goto(path);
  else await goWithin(page, path);
  await expect(page.getByText('Verifying your organization access...')).toHaveCount(0);
  if (shown) await expect(page.getByText(shown).first()).toBeVisible();
  await page.getByRole('button', { name: 'Search or run…' }).click();
  await expect(palette(page)).toBeVisible();
  return () => page.getByRole('option').allInnerTexts();
}

/** Enabled buttons of actions on the page. */
const onPage = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-command]:not([disabled])')].map((button) => button.dataset.command)`,
  );

async function seed(scout: Scout, organization: Organization): Promise<number> {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const time = new Date(Date.now() - 86_400_000);
  const use = { source: 'fin-laptop3', destination: 'prd-sql01', actor: 'm.keller', time, count: 2 };
  await seedAccount(run, organization.tenantId, 'svc.billing', [{ ...use, kind: 'command' }]);
  const api = await adminApi(scout, organization);
  await api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example', 'it@northwind.example'] });
  return seedCase(run, organization.tenantId, {});
}

test('the palette of every page lists all of its actions; a member finds no admin actions', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  test.setTimeout(300_000);
  const all = pages(await seed(scout, organization));
  await page.goto('/settings/billing');
  await expect(page.getByRole('button', { name: 'Search or run…' })).toBeVisible();
  for (const actions of all) {
    await actions.before?.(scout, organization);
    const listed = await openPalette(page, actions);
    const wanted = [...actions.everyone, ...actions.admin];
    await expect.poll(listed, actions.path).toEqual(expect.arrayContaining(wanted));
    const missing = async () => {
      const buttons = await onPage(page);
      const entries = await listed();
      return buttons.filter((name) => !entries.includes(name));
    };
    await expect.poll(missing, actions.path).toEqual([]);
  }

  await test.step('a member finds no admin actions', async () => {
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/billing');
    await expect(page.getByRole('button', { name: 'Search or run…' })).toBeVisible();
    for (const actions of all) {
      const listed = await openPalette(page, actions);
      await expect.poll(listed, actions.path).toEqual(expect.arrayContaining([...actions.everyone]));
      const entries = await listed();
      expect(
        actions.admin.filter((name) => entries.includes(name)),
        actions.path,
      ).toEqual([]);
      const buttons = page.locator('[data-access="admin"]:enabled, [data-access="subscriber-admin"]:enabled');
      await expect(buttons, actions.path).toHaveCount(0);
    }
  });
});
