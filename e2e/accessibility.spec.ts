import type { Page } from '@playwright/test';
import { fillSignUp, newPerson } from './support/account.ts';
import { axeOn, describeFaults } from './support/axe.ts';
import { DEMO_SCREENS, type DemoScreen, walkDemo } from './support/demoPictures.ts';
import { expect, test } from './support/fixtures.ts';
import { holdLanding } from './support/holdLanding.ts';
import { holdScript } from './support/holdScript.ts';
import { createOrganization } from './support/organization.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';

const minute = 60_000;
const dashboards = ['', '/service-accounts', '/failed-logons', '/interactive-logons', '/infrastructure'].map(
  (path) => `/dashboard${path}`,
);

const faults = (page: Page): Promise<string[]> => describeFaults(axeOn(page));

/** Guards return the focus to the open element: they take it and pass it on, and have no content. */
const focusGuards = '[data-base-ui-focus-guard]';

/** Opens a dashboard by its link on another one: the page is not loaded anew. */
async function openByLink(page: Page, path: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Dashboards', exact: true })
    .locator(`a[href="${path}"]`)
    .click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('LIVE').or(page.getByText('No agent sends events'))).toBeVisible();
}

/**
 * The same while a menu is open. All content must be within landmarks; axe exempts dialogs over a page, but not menus: so the
 * page is checked without the menu, and the menu without that rule.
 */
async function faultsWithMenu(page: Page): Promise<string[]> {
  const menu = page.getByRole('menu');
  await expect(menu).toHaveCSS('opacity', '1');
  const axe = () => axeOn(page).exclude(focusGuards);
  return [
    ...(await describeFaults(axe().exclude('[role="menu"]'))),
    ...(await describeFaults(axe().include('[role="menu"]').disableRules('region'))),
  ];
}

test('pages without a session', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await holdLanding(page);
  await page.goto('/logout-confirm');
  await expect(page.getByRole('link', { name: 'Go to Landing Page Now' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('the public site', async ({ page }) => {
  test.setTimeout(180_000);
  for (const path of ['/privacy', '/terms']) {
    await page.goto(path);
    expect(await faults(page), path).toEqual([]);
  }
  await page.goto('/');
  expect(await faults(page), '/ as it comes').toEqual([]);
  for (const name of ['dashboards', 'industries', 'detection']) {
    await page.locator(`[data-island="${name}"]`).scrollIntoViewIfNeeded();
    await expect(page.locator(`[data-island="${name}"][data-live]`)).toBeVisible();
  }
  await page.getByLabel('target_user_name').fill('j.weber');
  await expect(page.getByText('No alert')).toBeVisible();
  expect(await faults(page), '/ alive').toEqual([]);
  for (const name of ['Failed Logons', 'Interactive Logons', 'Infrastructure Changes']) {
    await page.getByRole('tab', { name }).click();
    // The rest of the page is as before.
    expect(await describeFaults(axeOn(page).include('[data-island="dashboards"]')), name).toEqual([]);
  }
});

test('account screens', async ({ page }) => {
  test.setTimeout(120_000);
  const screens = [
    ['/email-confirmation', 'Email not confirmed'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password?token=x', 'Choose a new password'],
    ['/installation', 'Installation'],
    ['/accept-invitation', 'This invitation cannot be used'],
    ['/register', 'Create your account'],
  ] as const;
  for (const [path, heading] of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await faults(page), path).toEqual([]);
  }
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  expect(await faults(page), 'sign-up with faults').toEqual([]);
  await fillSignUp(page, newPerson());
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  expect(await faults(page), 'code page').toEqual([]);
  await holdScript(page, 'Home');
  await page.goto('/account-verified');
  await expect(page.getByText('Email confirmation successful')).toBeVisible();
  expect(await faults(page), 'toast').toEqual([]);
});

test('early access, contact, subscribe, coming soon', async ({ page }) => {
  test.setTimeout(120_000);
  const pages = [
    ['/earlyaccess-successful', 'Thank you for your request'],
    ['/contact', 'Contact sales'],
    ['/subscribe', 'One plan, everything in it'],
    ['/coming-soon', 'Know when a person uses a service account'],
    ['/earlyaccess', 'Request early access'],
  ] as const;
  await holdScript(page, 'ReturnHome');
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await faults(page), path).toEqual([]);
  }
  await expect(page.locator('[data-island="early-access"]')).toHaveAttribute('data-live', '');
  await page.getByRole('button', { name: 'Request Enterprise Access' }).click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  expect(await faults(page), 'early access with faults').toEqual([]);
});

test('every dashboard, while its organization is checked, without and with events, and what opens on it', async ({
  signedIn: page,
  organization,
}) => {
  test.setTimeout(180_000);
  const dialog = page.getByRole('dialog');
  const visit = async (path: string, what: string) => {
    await openByLink(page, path);
    await expect(page.getByText(/^Loading\b/)).toHaveCount(0);
    expect(await faults(page), `${path} ${what}`).toEqual([]);
  };
  const held = Promise.withResolvers<void>();
  await page.goto('/dashboard');
  await expect(page.getByText('No agent sends events')).toBeVisible();
  await test.step('while its organization is checked, which looks the same on each', async () => {
    await page.route('/rest/v1/tenants', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText('Verifying your organization access...')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    held.resolve();
  });
  await test.step('without events', async () => {
    for (const path of dashboards) await visit(path, 'without events');
  });
  await test.step('with events', async () => {
    const now = Date.now();
    await organization.ship([
      clientStart({
        time: now - minute,
        computer: 'FIN-LAPTOP3',
        account: 'svc.billing',
        server: 'PRD-SQL01',
      }),
      failedLogon({ time: now - minute, account: 'svc.billing', server: 'PRD-SQL01' }),
      interactiveLogon({ time: now - minute, account: 'svc.billing', workstation: 'WS-1042' }),
    ]);
    await page.goto('/dashboard/failed-logons');
    await expect(page.getByRole('main').getByText('svc.billing').first()).toBeVisible();
    for (const path of dashboards) await visit(path, 'with events');
  });
  await test.step('actions of a table and of a row, and a cell with several hosts', async () => {
    await page.goto('/dashboard/failed-logons');
    const row = page.getByRole('region', { name: 'Failed Logon Activity Log' }).locator('tr[data-row="0"]');
    const menus = {
      'options of a table': () =>
        page.getByRole('button', { name: 'Options of Failed Logon Activity Log' }).click(),
      'menu of a row': () => row.click({ button: 'right' }),
      'source hosts': () => row.getByRole('button', { name: /more source hosts/ }).click(),
    };
    for (const [name, open] of Object.entries(menus)) {
      await open();
      expect(await faultsWithMenu(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
  });
  await test.step('the dialog and the palette', async () => {
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(dialog).toBeVisible();
    expect(await faults(page), 'dialog').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search screens/ })).toBeVisible();
    expect(await faults(page), 'palette').toEqual([]);
  });
  await test.step('a custom range, the drawer with incidents, and an event in it', async () => {
    await page.goto('/dashboard/failed-logons?from=2026-01-02&to=2026-01-03');
    await expect(page.getByLabel('From', { exact: true })).toBeVisible();
    expect(await faults(page), 'range of days').toEqual([]);
    await page.goto('/dashboard/failed-logons?incidents=account:svc.billing');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    expect(await faults(page), 'incidents').toEqual([]);
    await dialog.getByRole('listitem').getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Raw XML' })).toBeVisible();
    expect(await faults(page), 'event').toEqual([]);
  });
});

test('an organization without a subscription: overlay, tour and every page of demo mode', async ({
  page,
  scout,
}) => {
  test.setTimeout(180_000);
  const visitor = await createOrganization(scout, { isSubscribed: false });
  const found: Partial<Record<DemoScreen, string[]>> = {};
  await walkDemo(page, visitor, async (name) => {
    // Rows arrive every second: axe checks stable ones.
    const pause = page.getByRole('button', { name: 'Pause' });
    if (name !== 'demo-tour' && (await pause.count()) > 0) await pause.click();
    found[name] = await faults(page);
  });
  expect(found).toEqual(Object.fromEntries(Object.keys(DEMO_SCREENS).map((name) => [name, []])));
});

test('the keyboard reaches the content first, then every page and action; a chosen theme survives a reload', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('No agent sends events')).toBeVisible();
  await test.step('the keyboard reaches the content first, then every page and action', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    await page
      .getByRole('navigation', { name: 'Dashboards', exact: true })
      .getByRole('link', { name: 'Failed Logons' })
      .focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/failed-logons');
    await expect(page.getByRole('main')).toBeFocused();

    await page.getByRole('button', { name: 'Log Out' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeFocused();
  });
  await test.step('a chosen theme survives a reload, without a flash of the other', async () => {
    await page.getByRole('radio', { name: 'Light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('radio', { name: 'System' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  });
});

/** Number of pixels by which the page is wider than its window. */
const over = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The part of a DOM element read in the page; tests are checked without the browser's types. */
interface PageElement {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Number of pixels by which an element's widest part overflows its vertically scrolling container. */
const widest = (root: PageElement): number =>
  Math.max(
    ...Array.from(
      root.querySelectorAll('.overflow-y-auto'),
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );

/** Does something at each width of the open page, the zoom of 200 % of a 1440 x 900 window included. */
async function atEachWidth(page: Page, act: (what: string) => Promise<void>): Promise<void> {
  for (const [width, height] of [
    [1440, 800],
    [768, 800],
    [720, 450],
    [360, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await act(`at ${width} pixels`);
  }
}

test('nothing is wider than a screen of 1440, 768 and 360 pixels, nor at a zoom of 200 %', async ({
  signedIn: page,
  organization,
}) => {
  test.setTimeout(180_000);
  const account = `svc.${'a-very-long-name-'.repeat(6)}`;
  const workstation = `WS-${'LONG-NAME-'.repeat(9)}1`;
  const time = Date.now() - minute;
  await organization.ship([
    failedLogon({ time, account, server: 'PRD-SQL01', from: workstation }),
    clientStart({ time, account, computer: workstation, server: `PRD-${'LONG-NAME-'.repeat(9)}1` }),
  ]);
  const dialog = page.getByRole('dialog');
  /** Nothing overflows, in the page or in the drawer's scrolling part. A changed width is drawn a moment later. */
  const fits = async (what: string) => {
    await expect.poll(() => over(page), what).toBe(0);
    if ((await dialog.count()) === 0) return;
    await expect(dialog, what).toBeInViewport({ ratio: 1 });
    await expect.poll(() => dialog.evaluate(widest), what).toBe(0);
  };

  await test.step('every dashboard', async () => {
    await page.goto('/dashboard');
    for (const path of dashboards) {
      await page.setViewportSize({ width: 1440, height: 800 });
      await openByLink(page, path);
      await atEachWidth(page, (width) => fits(`${path} ${width}`));
    }
  });
  await test.step('a range of days, and one that is none', async () => {
    await page.goto('/dashboard/failed-logons?from=2026-01-02&to=2026-01-03');
    await expect(page.getByLabel('From', { exact: true })).toBeVisible();
    await atEachWidth(page, async (width) => {
      await expect(page.getByLabel('From', { exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel('To', { exact: true })).toBeInViewport({ ratio: 1 });
      await fits(`range of days ${width}`);
    });
    await page.getByLabel('To', { exact: true }).fill('2026-01-01');
    await atEachWidth(page, async (width) => {
      await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await fits(`range that is none ${width}`);
    });
  });
  await test.step('the drawer and an event in it', async () => {
    for (const path of ['failed-logons', 'service-accounts']) {
      await page.goto(`/dashboard/${path}?incidents=account:${account}`);
      await expect(dialog.getByRole('listitem')).toHaveCount(1);
      await atEachWidth(page, (width) => fits(`incidents of ${path} ${width}`));
      await dialog.getByRole('listitem').getByRole('button').click();
      await expect(dialog.getByRole('region', { name: 'Raw XML' })).toBeVisible();
      await atEachWidth(page, (width) => fits(`event of ${path} ${width}`));
    }
  });
  await test.step('source hosts and menus', async () => {
    await page.goto('/dashboard/failed-logons');
    const log = page.getByRole('region', { name: 'Failed Logon Activity Log' });
    await atEachWidth(page, async (width) => {
      await log.getByRole('button', { name: /more source hosts/ }).hover();
      await expect(page.getByRole('listitem').filter({ hasText: workstation })).toBeInViewport({ ratio: 1 });
      await fits(`source hosts ${width}`);
      for (const button of [/^Options of/, /more source hosts/]) {
        await log.getByRole('button', { name: button }).click();
        await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
        await fits(`${button} ${width}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
    });
  });
});
