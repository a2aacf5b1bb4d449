import type { Request } from '@playwright/test';
import { clientOf } from '@scout/testkit/as';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { createOrganization, type Organization } from './support/organization.ts';
import { addPerson, signInAs } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { signIn } from './support/signIn.ts';
import { expectToast } from './support/toast.ts';
import { withoutNews } from './support/withoutNews.ts';

/** The calls of an organization's admin. */
async function adminOf(scout: Scout, { email, password }: Organization) {
  const { session } = await clientOf(scout).api.authToken({
    query: { grant_type: 'password' },
    body: { email, password },
  });
  return clientOf(scout, session.access_token);
}

const tabs = {
  Profile: '/settings',
  Organization: '/settings/organization',
  Notifications: '/settings/notifications',
  Billing: '/settings/billing',
  Reports: '/settings/reports',
  Agent: '/settings/agent',
  Directory: '/settings/directory',
  Detection: '/settings/detection',
};

const agentParts = ['/settings/agent/enrollment', '/settings/agent/groups', '/settings/agent/upgrades'];

test('the tabs: each has an address and a title, Agent has three parts, and all work with the keyboard', async ({
  signedIn: page,
}) => {
  await test.step('the top bar leads to the settings, and each tab has an address and a title', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await expect(page).toHaveTitle('Settings | Scout');
    for (const [name, path] of Object.entries(tabs)) {
      await page.getByRole('tab', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
      if (name !== 'Profile') await expect(page).toHaveTitle(`${name} | Scout`);
    }
    await page.goBack();
    await expect(page).toHaveURL('/settings/directory');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Directory', selected: true })).toBeVisible();
  });
  await test.step('Agent has four parts with an address and a title each, and its own address is that of the fleet', async () => {
    await page.getByRole('tab', { name: 'Agent' }).click();
    const parts = page.getByRole('navigation', { name: 'Agent' });
    await expect(parts.getByRole('link', { name: 'Fleet' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name: 'Fleet' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Upgrades' })).toHaveCount(0);
    for (const [name, path, region] of [
      ['Enrollment', '/settings/agent/enrollment', 'Enrollment tokens'],
      ['Groups', '/settings/agent/groups', 'Groups'],
      ['Upgrades', '/settings/agent/upgrades', 'Upgrades'],
    ] as const) {
      await parts.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`Agent ${name.toLowerCase()} | Scout`);
      await expect(page.getByRole('tab', { name: 'Agent', selected: true })).toBeVisible();
      await expect(parts.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      await expect(parts.getByRole('link', { name })).toBeFocused();
      await expect(page.getByRole('region', { name: region })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Fleet' })).toHaveCount(0);
    }
    await page.reload();
    await expect(page.getByRole('region', { name: 'Upgrades' })).toBeVisible();
  });
  await test.step('the tabs work with the keyboard, which keeps its place', async () => {
    await page.getByRole('tab', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/settings');
    await page.getByRole('tab', { name: 'Profile' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Organization' })).toBeFocused();
    await expect(page).toHaveURL('/settings');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings/organization');
    await expect(page.getByRole('tab', { name: 'Organization', selected: true })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings/detection');
  });
  await test.step('the plan of a subscribed organization', async () => {
    await page.getByRole('tab', { name: 'Billing' }).click();
    const plan = page.getByRole('region', { name: 'Plan details' });
    for (const text of ['Scout Enterprise', 'active', 'monthly', 'annually', '365 days'])
      await expect(plan.getByText(text, { exact: true })).toBeVisible();
    await expect(plan.getByText('$15,000', { exact: true })).toBeVisible();
  });
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

// That every address is in the layout that asks for a session is in apps/web/src/conventions.test.ts.
test('settings without a session lead to the sign-in screen', async ({ page }) => {
  await page.goto('/settings/agent/upgrades');
  await expect(page).toHaveURL('/login');
});

test('without a subscription Reports, Agent and Directory lead to Billing, which says why, and offers early access or the subscription', async ({
  page,
  scout,
}) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await signIn(page, organization);
  await test.step('the plan is Demo', async () => {
    await page.goto('/settings/billing');
    const plan = page.getByRole('region', { name: 'Plan details' });
    for (const text of ['Demo', 'inactive', 'N/A'])
      await expect(plan.getByText(text, { exact: true })).toBeVisible();
    await expect(plan.getByText('$0', { exact: true })).toBeVisible();
    await expect(page.getByText('available on paid plans')).toHaveCount(0);
  });
  for (const [name, text] of [
    ['Reports', 'Reports are available on paid plans'],
    ['Agent', 'Scout Agent is available on paid plans'],
    ['Directory', 'Directories are available on paid plans'],
  ] as const) {
    await test.step(`${name} leads to Billing, which says why`, async () => {
      await page.getByRole('tab', { name: 'Profile' }).click();
      await page.getByRole('tab', { name: `${name} (locked)` }).click();
      await expect(page).toHaveURL('/settings/billing');
      await expect(page.getByText(text)).toBeVisible();
      for (const path of [tabs[name], ...(name === 'Agent' ? agentParts : [])]) {
        await page.goto(path);
        await expect(page).toHaveURL('/settings/billing');
        await expect(page.getByText(text)).toBeVisible();
      }
    });
  }
  await test.step('Billing offers early access, or the subscription to whoever may purchase it', async () => {
    await page.getByRole('link', { name: 'Request Early Access' }).click();
    await expect(page).toHaveURL('/earlyaccess');
    await clientOf(scout, scout.operatorToken).api.operatorTenantsUpdate({
      tenant_id: organization.tenantId,
      can_purchase_subscription: true,
    });
    await page.goto('/settings/billing');
    await expect(page.getByRole('link', { name: 'Request Early Access' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Purchase Subscription' }).click();
    await expect(page).toHaveURL('/subscribe');
    await expect(page.getByRole('link', { name: 'Contact Sales', exact: true })).toBeVisible();
  });
});

test.describe('Notifications', () => {
  test.use({ expectedMessages: /status of 500/ });

  test('an admin chooses email alerts, the time zone, and the mails of each recipient', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    const admin = await adminOf(scout, organization);
    await admin.api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example'] });
    await page.goto('/settings/notifications');
    const alerts = page.getByRole('switch', { name: 'Receive email alerts' });
    const before = await alerts.getAttribute('aria-checked');
    await test.step('when the server fails, email alerts revert', async () => {
      await page.route('/rest/v1/tenants', (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 500,
              json: { code: 'internal', message: 'Something went wrong on our side.' },
            })
          : route.continue(),
      );
      await alerts.click();
      await expectToast(page, 'Could not update email alerts preference');
      await expect(alerts).toHaveAttribute('aria-checked', before!);
      await page.unroute('/rest/v1/tenants');
    });
    await test.step('anyone switches email alerts', async () => {
      await alerts.click();
      await expectToast(page, 'Settings saved');
      await page.reload();
      await expect(alerts).not.toHaveAttribute('aria-checked', before!);
    });
    const panel = page.getByRole('region', { name: 'Alert recipients' });
    await test.step('an admin chooses the time zone', async () => {
      await page.getByRole('combobox', { name: 'Time zone' }).click();
      await page.getByRole('option', { name: 'Europe/Zurich' }).click();
      await expectToast(page, 'Settings saved');
      await expect(panel.getByText('Quiet hours in Europe/Zurich.')).toBeVisible();
    });
    await test.step('and the mails of each recipient', async () => {
      await panel.getByRole('button', { name: 'Change emails to soc@northwind.example' }).click();
      const dialog = page.getByRole('dialog', { name: 'Emails to this recipient' });
      await dialog.getByRole('combobox', { name: 'Severity' }).click();
      await page.getByRole('option', { name: 'High and critical' }).click();
      await dialog.getByRole('combobox', { name: 'Time zone' }).click();
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await dialog.getByRole('switch', { name: 'Quiet hours' }).click();
      await dialog.getByLabel('From', { exact: true }).fill('22:30');
      await dialog.getByLabel('To', { exact: true }).fill('22:30');
      await dialog.getByLabel('Emails per hour').fill('0');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Begin and end at different times')).toBeVisible();
      await expect(dialog.getByText('From 1 to 60')).toBeVisible();
      await dialog.getByLabel('To', { exact: true }).fill('06:15');
      await dialog.getByLabel('Emails per hour').fill('5');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.reload();
      const row = panel.getByRole('row').filter({ hasText: 'soc@northwind.example' });
      for (const text of ['Yes', 'High and critical', 'One email per case', '22:30–06:15 Asia/Tokyo', '5'])
        await expect(row.getByText(text, { exact: true })).toBeVisible();
    });
  });

  test('a member changes email alerts, and the rest for their own address only', async ({
    page,
    scout,
    organization,
  }) => {
    const carla = await addPerson(scout, organization, 'carla');
    const admin = await adminOf(scout, organization);
    await admin.api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example', carla.email] });
    await signInAs(page, organization, carla);
    await page.goto('/settings/notifications');
    await test.step('a member changes these for their own address only', async () => {
      const panel = page.getByRole('region', { name: 'Alert recipients' });
      await expect(panel.getByText('soc@northwind.example')).toHaveCount(0);
      await panel.getByRole('button', { name: `Change emails to ${carla.email}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Emails to this recipient' });
      await dialog.getByRole('switch', { name: 'Send email to this address' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expectToast(page, 'Settings saved');
      await expect(panel.getByText('No', { exact: true })).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Email alerts' }).getByRole('combobox', { name: 'Time zone' }),
      ).toHaveCount(0);
    });
    await test.step('a member switches alerts too, and the monthly report only for themselves', async () => {
      const alerts = page.getByRole('switch', { name: 'Receive email alerts' });
      const before = await alerts.getAttribute('aria-checked');
      await alerts.click();
      await expectToast(page, 'Settings saved');
      const monthly = page.getByRole('switch', { name: 'Receive monthly reports' });
      await expect(monthly).not.toBeChecked();
      await monthly.click();
      await expectToast(page, 'Settings saved');
      await page.reload();
      await expect(alerts).not.toHaveAttribute('aria-checked', before!);
      await expect(monthly).toBeChecked();
      expect(await admin.api.reportSubscription({})).toEqual({ monthly: false });
    });
  });
});

test('every tab passes axe, and fits a phone and a zoom of 200 %', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  test.setTimeout(180_000);
  await withoutNews(page);
  await addPerson(scout, organization, 'a-member-with-quite-a-long-name-for-a-phone');
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.goto('/settings');
  for (const [name, path] of Object.entries({
    ...tabs,
    Enrollment: '/settings/agent/enrollment',
    Groups: '/settings/agent/groups',
    Upgrades: '/settings/agent/upgrades',
  })) {
    await page.setViewportSize({ width: 1440, height: 900 });
    if (name in tabs) await page.getByRole('tab', { name }).click();
    else {
      await page.getByRole('tab', { name: 'Agent' }).click();
      await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name }).click();
    }
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(
      page.getByRole('tab', { name: name in tabs ? name : 'Agent', selected: true }),
    ).toBeVisible();
    // Each tab is complete when all it has asked for has come.
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 5_000 }))');
    await expect.poll(() => open.size, `what ${name} waits for`).toBe(0);
    expect(await describeFaults(axeOn(page)), name).toEqual([]);
    // 720 x 450 is the viewport of a 1440 x 900 window at 200 %.
    for (const [width, height] of [
      [720, 450],
      [360, 780],
    ] as const) {
      await page.setViewportSize({ width, height });
      const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      await expect.poll(() => page.evaluate(over), `${name} at ${width}`).toBe(0);
    }
  }
  await test.step('a menu taller than the window scrolls inside it', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto('/settings/organization');
    // A menu that opens under the mouse follows the mouse: it does not scroll to where the keyboard goes.
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Options of Audit log' }).press('Enter');
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Export TXT' })).toBeInViewport({ ratio: 1 });
  });
});
