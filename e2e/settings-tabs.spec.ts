import { clientOf } from '@scout/testkit/as';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { createOrganization, type Organization } from './support/organization.ts';
import { addPerson, adminApi, signInAs } from './support/people.ts';
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
  Detection: '/settings/detection',
};

const agentParts = ['/settings/agent/enrollment', '/settings/agent/upgrades'];

test('the top bar leads to the settings, and each tab has an address and a title', async ({
  signedIn: page,
}) => {
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
  await expect(page).toHaveURL('/settings/agent');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Agent', selected: true })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('Agent has three parts with an address and a title each, and its own address is that of the fleet', async ({
  signedIn: page,
}) => {
  await page.goto('/settings/agent');
  const parts = page.getByRole('navigation', { name: 'Agent' });
  await expect(parts.getByRole('link', { name: 'Fleet' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'Fleet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Upgrades' })).toHaveCount(0);
  for (const [name, path, region] of [
    ['Enrollment', '/settings/agent/enrollment', 'Enrollment tokens'],
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

test('the tabs work with the keyboard, which keeps its place', async ({ signedIn: page }) => {
  await page.goto('/settings');
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

for (const path of [...Object.values(tabs), ...agentParts]) {
  test(`${path} without a session leads to the sign-in screen`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  });
}

test.describe('without a subscription', () => {
  const locked = [
    ['Reports', 'Reports are available on paid plans'],
    ['Agent', 'Scout Agent is available on paid plans'],
  ] as const;
  for (const [name, text] of locked) {
    test(`${name} leads to Billing, which says why`, async ({ page, scout }) => {
      const organization = await createOrganization(scout, { isSubscribed: false });
      await signIn(page, organization);
      for (const path of [tabs[name], ...(name === 'Agent' ? agentParts : [])]) {
        await page.goto(path);
        await expect(page).toHaveURL('/settings/billing');
        await expect(page.getByText(text)).toBeVisible();
      }
      await page.getByRole('tab', { name: 'Profile' }).click();
      await page.getByRole('tab', { name: `${name} (locked)` }).click();
      await expect(page).toHaveURL('/settings/billing');
      await expect(page.getByText(text)).toBeVisible();
    });
  }

  test('Billing offers early access, or the subscription to whoever may purchase it', async ({
    page,
    scout,
  }) => {
    const organization = await createOrganization(scout, { isSubscribed: false });
    await signIn(page, organization);
    await page.goto('/settings/billing');
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

  test('the plan is Demo', async ({ page, scout }) => {
    await signIn(page, await createOrganization(scout, { isSubscribed: false }));
    await page.goto('/settings/billing');
    const plan = page.getByRole('region', { name: 'Plan details' });
    for (const text of ['Demo', 'inactive', 'N/A'])
      await expect(plan.getByText(text, { exact: true })).toBeVisible();
    await expect(plan.getByText('$0', { exact: true })).toBeVisible();
    await expect(page.getByText('available on paid plans')).toHaveCount(0);
  });
});

test('the plan of a subscribed organization', async ({ signedIn: page }) => {
  await page.goto('/settings/billing');
  const plan = page.getByRole('region', { name: 'Plan details' });
  for (const text of ['Scout Enterprise', 'active', 'monthly', 'billed annually', '365 days'])
    await expect(plan.getByText(text, { exact: true })).toBeVisible();
  await expect(plan.getByText('$15,000', { exact: true })).toBeVisible();
});

test.describe('Notifications', () => {
  test('anybody switches email alerts', async ({ signedIn: page }) => {
    await page.goto('/settings/notifications');
    const alerts = page.getByRole('switch', { name: 'Receive email alerts' });
    const before = await alerts.getAttribute('aria-checked');
    await alerts.click();
    await expectToast(page, 'Settings saved');
    await page.reload();
    await expect(alerts).not.toHaveAttribute('aria-checked', before!);
  });

  test('an admin chooses the time zone, and the mails of each recipient', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    const admin = await adminOf(scout, organization);
    await admin.api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example'] });
    await page.goto('/settings/notifications');
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('option', { name: 'Europe/Zurich' }).click();
    await expectToast(page, 'Settings saved');
    const panel = page.getByRole('region', { name: 'Alert recipients' });
    await expect(panel.getByText('Quiet hours in Europe/Zurich.')).toBeVisible();

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

  test('a member changes these for their own address only', async ({ page, scout, organization }) => {
    const carla = await addPerson(scout, organization, 'carla');
    const admin = await adminOf(scout, organization);
    await admin.api.tenantsUpdate({ alert_recipient_emails: ['soc@northwind.example', carla.email] });
    await signInAs(page, organization, carla);
    await page.goto('/settings/notifications');
    const panel = page.getByRole('region', { name: 'Alert recipients' });
    await expect(panel.getByText('soc@northwind.example')).toHaveCount(0);
    await panel.getByRole('button', { name: `Change emails to ${carla.email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Emails to this recipient' });
    await dialog.getByRole('switch', { name: 'Send email to this address' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Settings saved');
    await expect(panel.getByText('No', { exact: true })).toBeVisible();
    const alerts = page.getByRole('region', { name: 'Email alerts' });
    await expect(alerts.getByRole('combobox', { name: 'Time zone' })).toHaveCount(0);
  });

  test.describe('when the server fails', () => {
    test.use({ expectedMessages: /status of 500/ });

    test('email alerts revert', async ({ signedIn: page }) => {
      await page.goto('/settings/notifications');
      const alerts = page.getByRole('switch', { name: 'Receive email alerts' });
      const before = await alerts.getAttribute('aria-checked');
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
    });
  });

  test('a member switches them too, and the monthly report only for themselves', async ({
    page,
    scout,
    organization,
  }) => {
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/notifications');
    const alerts = page.getByRole('switch', { name: 'Receive email alerts' });
    const before = await alerts.getAttribute('aria-checked');
    await alerts.click();
    await expectToast(page, 'Settings saved');
    await page.reload();
    await expect(alerts).not.toHaveAttribute('aria-checked', before!);
    const monthly = page.getByRole('switch', { name: 'Receive monthly reports' });
    await expect(monthly).not.toBeChecked();
    await monthly.click();
    await expectToast(page, 'Settings saved');
    await page.reload();
    await expect(monthly).toBeChecked();
    const others = await adminApi(scout, organization);
    expect(await others.reportSubscription({})).toEqual({ monthly: false });
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('every tab passes axe and fits a phone', async ({ signedIn: page, scout, organization }) => {
      test.setTimeout(120_000);
      await withoutNews(page);
      await addPerson(scout, organization, 'a-member-with-quite-a-long-name-for-a-phone');
      for (const [name, path] of [
        ...Object.entries(tabs),
        ...agentParts.map((path) => ['Agent', path] as const),
      ]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(path);
        await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await describeFaults(axeOn(page)), name).toEqual([]);
        await page.setViewportSize({ width: 360, height: 780 });
        const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        await expect.poll(() => page.evaluate(over), name).toBe(0);
      }
    });
  });
}
