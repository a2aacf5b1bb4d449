import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { enrolMachine } from './support/machine.ts';
import { createOrganization } from './support/organization.ts';
import { addPerson, signInAs } from './support/people.ts';
import { startScout } from './support/scout.ts';
import { signIn } from './support/signIn.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';

const platforms = {
  Windows: 'Windows 10/11 64-bit',
  Linux: '.deb, .rpm, tarball',
  macOS: '10.15+, Intel and Apple Silicon',
};
const link = '/api/downloads/agent-with-config';

const card = (page: Page, name: string) => panel(page, name);
const status = (page: Page, name: string) => card(page, name).getByRole('status');

/** Requests for links and files, as `METHOD path`, from now on. */
function watchDownloads(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === link || pathname.startsWith('/releases/')) asked.push(`${request.method()} ${pathname}`);
  });
  return asked;
}

test('without a session leads to the sign-in screen', async ({ page }) => {
  await page.goto('/downloads');
  await expect(page).toHaveURL('/login');
});

test('without a subscription every card leads to the plans', async ({ page, scout }) => {
  await signIn(page, await createOrganization(scout, { isSubscribed: false }));
  await page.goto('/downloads');
  await expect(page).toHaveTitle('Downloads | Scout');
  for (const [name, text] of Object.entries(platforms)) {
    await expect(card(page, name).getByText(text, { exact: true })).toBeVisible();
    const offer = card(page, name).getByRole('link', { name: 'Purchase a subscription' });
    await expect(offer).toHaveAttribute('href', '/subscribe');
  }
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveCount(0);
});

test('the page of a subscribed organization', async ({ signedIn: page, scout, organization }) => {
  await scout.publishRelease('0.1.0');
  await page.goto('/downloads');
  const main = page.getByRole('main');
  await expect(main.getByText('An admin approves your machines')).toHaveCount(0);
  await expect(main.getByText(organization.name, { exact: true })).toBeVisible();
  for (const [name, text] of Object.entries(platforms))
    await expect(card(page, name).getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByText('Release 0.1.0')).toBeVisible();
  const sum = await page.request.get('/releases/latest/linux/scout-agent-latest.deb.sha256');
  const [sha256 = ''] = (await sum.text()).split(' ');
  await expect(card(page, 'Linux').getByText(sha256)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a download is prepared, started and completed, and available again at the same address', async ({
  signedIn: page,
  scout,
}) => {
  await scout.publishRelease('0.1.0');
  await page.clock.install({ time: Date.now() });
  await page.goto('/downloads');
  await expect(card(page, 'Linux').getByText('SHA-256')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const now = Number(await page.evaluate('Date.now()'));
  const asked = watchDownloads(page);
  const held = Promise.withResolvers<void>();
  await page.route(link, async (route) => {
    await held.promise;
    await route.continue();
  });

  await expect(status(page, 'Linux')).toHaveText('');
  await card(page, 'Linux').getByRole('button', { name: 'Download Linux agent' }).click();
  await expect(status(page, 'Linux')).toHaveText('Preparing download...');
  await expect(card(page, 'Linux').getByRole('button', { name: 'Preparing download...' })).toBeDisabled();
  await expect(status(page, 'Windows')).toHaveText('');

  const [file] = await Promise.all([page.waitForEvent('download'), held.resolve()]);
  expect(file.suggestedFilename()).toBe('scout-agent-latest.deb');
  expect(new URL(file.url()).pathname).toMatch(/^\/releases\/configured\/[^/]+\/scout-agent-latest\.deb$/);
  expect(await file.failure()).toBeNull();
  await expect(status(page, 'Linux')).toHaveText('Downloading...');
  expect(Number(await page.evaluate(`localStorage.getItem('scout_download_until')`))).toBe(now + 5_000);
  await page.clock.runFor(1_900);
  await expect(status(page, 'Linux')).toHaveText('Downloading...');
  await page.clock.runFor(100);
  await expect(status(page, 'Linux')).toHaveText('Download completed! Ready to run.');
  await expect(
    card(page, 'Linux').getByText('sudo apt-get install -y ./scout-agent-latest.deb'),
  ).toBeVisible();
  await expect(page).toHaveURL('/downloads');

  const [again] = await Promise.all([
    page.waitForEvent('download'),
    card(page, 'Linux').getByRole('button', { name: 'Download again Linux agent' }).click(),
  ]);
  expect(again.url()).toBe(file.url());
  const { pathname } = new URL(file.url());
  // Requested by HEAD before each; the link itself was created once.
  expect(asked.filter((one) => !one.startsWith('GET'))).toEqual([
    `POST ${link}`,
    `HEAD ${pathname}`,
    `HEAD ${pathname}`,
  ]);
});

test('a member is told that an admin approves the machine, and an admin is not', async ({
  page,
  scout,
  organization,
}) => {
  await scout.publishRelease('0.1.0');
  await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
  await page.goto('/downloads');
  await expect(page.getByText('An admin approves your machines')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page, 'Windows').getByRole('button', { name: 'Download Windows agent' }).click(),
  ]);
  const package_ = await readFile(await file.path(), 'latin1');
  const machine = await enrolMachine(scout, /scout_enrol_[\w-]{43}/.exec(package_)![0], 'FIN-LAPTOP3');
  expect(await machine.beat()).toBeNull();
  await page.goto('/settings/agent');
  await expect
    .poll(() => rows(panel(page, 'Fleet')))
    .toMatchObject([{ State: 'Awaiting approval', Host: 'FIN-LAPTOP3' }]);
});

test('of a platform with several packages, the chosen one', async ({ signedIn: page, scout }) => {
  await scout.publishRelease('0.1.0');
  await page.goto('/downloads');
  await card(page, 'Linux').getByRole('combobox', { name: 'Package' }).click();
  await page.getByRole('option', { name: 'Red Hat, SUSE (.rpm), x86-64' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page, 'Linux').getByRole('button', { name: 'Download Linux agent' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('scout-agent-latest.rpm');
  await expect(status(page, 'Linux')).toHaveText('Download completed! Ready to run.');
  // Another selection is another download.
  await card(page, 'Linux').getByRole('combobox', { name: 'Package' }).click();
  await page.getByRole('option', { name: 'Tarball (.tar.gz), x86-64' }).click();
  await expect(status(page, 'Linux')).toHaveText('');
  await expect(card(page, 'Linux').getByRole('button', { name: 'Download Linux agent' })).toBeEnabled();
});

test.describe('when the file does not exist', () => {
  test.use({ expectedMessages: /status of (404|500)/ });

  test('it is not offered, and the card says what to do', async ({ signedIn: page, scout }) => {
    await scout.publishRelease('0.1.0');
    await page.goto('/downloads');
    // The release in these tests has no ARM64 package.
    await card(page, 'Linux').getByRole('combobox', { name: 'Package' }).click();
    await page.getByRole('option', { name: 'Debian, Ubuntu (.deb), ARM64' }).click();
    await expect(card(page, 'Linux').getByText('Not on this server')).toBeVisible();
    await expect(card(page, 'Linux').getByText('npm run build:agents')).toBeVisible();
    await expect(card(page, 'Linux').getByRole('button', { name: /Download/ })).toHaveCount(0);
    await expect(card(page, 'Windows').getByRole('button', { name: 'Download Windows agent' })).toBeVisible();
  });

  test('one that disappeared since says so, and Retry tries again', async ({ signedIn: page, scout }) => {
    await scout.publishRelease('0.1.0');
    await page.goto('/downloads');
    const words = 'Agent binary not found. Please contact support.';
    await page.route(link, (route) =>
      route.fulfill({ status: 404, json: { code: 'agent_binary_not_found', message: words } }),
    );
    await card(page, 'Linux').getByRole('button', { name: 'Download Linux agent' }).click();
    await expect(status(page, 'Linux')).toHaveText(words);
    await expectToast(page, 'Download unavailable');
    await expectToast(page, words);
    const asked = watchDownloads(page);
    await card(page, 'Linux').getByRole('button', { name: 'Retry Linux agent' }).click();
    await expect.poll(() => asked).toEqual([`POST ${link}`]);
    await expect(status(page, 'Linux')).toHaveText(words);
  });

  test('a missing organization, and any other failure', async ({ signedIn: page, scout }) => {
    await scout.publishRelease('0.1.0');
    await page.goto('/downloads');
    const answer = (status: number, code: string) =>
      page.route(
        link,
        (route) => route.fulfill({ status, json: { code, message: 'The server says this.' } }),
        {
          times: 1,
        },
      );
    await answer(404, 'not_found');
    await card(page, 'macOS').getByRole('button', { name: 'Download macOS agent' }).click();
    await expect(status(page, 'macOS')).toHaveText('Tenant ID not found. Please contact support.');
    await answer(500, 'internal');
    await card(page, 'macOS').getByRole('button', { name: 'Retry macOS agent' }).click();
    await expect(status(page, 'macOS')).toHaveText('Download failed');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card(page, 'macOS').getByRole('button', { name: 'Retry macOS agent' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('scout-agent-latest.pkg');
  });
});

test('the page waits for packages that are being built', async ({ signedIn: page, scout }) => {
  await scout.publishRelease('0.1.0');
  let isBuilt = false;
  await page.route('/api/v1/releases/latest', (route) =>
    isBuilt ? route.continue() : route.fulfill({ json: null }),
  );
  const building = { build: 'building', reach: 'everywhere' };
  await page.route('/api/v1/downloads/status', (route) =>
    isBuilt ? route.continue() : route.fulfill({ json: building }),
  );
  await page.clock.install();
  await page.goto('/downloads');
  await expect(page.getByText('The packages are being built')).toBeVisible();
  await expect(card(page, 'Windows').getByText('Being built')).toBeVisible();
  await expect(card(page, 'Windows').getByRole('button')).toHaveCount(0);
  isBuilt = true;
  await page.clock.runFor(10_000);
  await expect(page.getByText('The packages are being built')).toHaveCount(0);
  await expect(card(page, 'Windows').getByText('SHA-256')).toBeVisible();
});

test('packages that were never built, or failed, are neither offered nor announced', async ({
  signedIn: page,
}) => {
  await page.route('/api/v1/releases/latest', (route) => route.fulfill({ json: null }));
  await page.goto('/downloads');
  for (const name of Object.keys(platforms)) {
    await expect(card(page, name).getByText('Not on this server')).toBeVisible();
    await expect(card(page, name).getByRole('button', { name: /^Download/ })).toHaveCount(0);
  }
  await expect(page.getByText('Unattended rollout')).toHaveCount(0);
  await expect(page.getByText('The packages are being built')).toHaveCount(0);
  const failed = { build: 'failed', reach: 'everywhere' };
  await page.route('/api/v1/downloads/status', (route) => route.fulfill({ json: failed }));
  await page.reload();
  await expect(card(page, 'Windows').getByText('build/agents.log')).toBeVisible();
});

test('a server that does not know its address offers no download that would contain it', async ({
  browser,
  ownOrigins,
}) => {
  await using scout = await startScout({ HOST: '0.0.0.0' });
  ownOrigins.add(scout.url);
  await scout.publishRelease('0.1.0');
  await using context = await browser.newContext({ baseURL: scout.url });
  const page = await context.newPage();
  await signIn(page, await createOrganization(scout));
  await page.goto('/downloads');
  await expect(page.getByText('Its operator has to set PUBLIC_URL')).toBeVisible();
  await expect(card(page, 'Windows').getByText('SHA-256')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});

test.describe('roll-out', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('commands name this server and are copied whole', async ({ signedIn: page, scout }) => {
    await scout.publishRelease('0.1.0');
    await page.goto('/downloads');
    await page.getByRole('tab', { name: 'Ansible' }).click();
    await page.getByRole('button', { name: 'Copy tasks' }).click();
    await expectToast(page, 'Copied!');
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(`deb: ${scout.url}/releases/latest/linux/scout-agent-latest.deb`);
    expect(copied).toContain(`cmd: scout-agent install --server ${scout.url} --allow-cleartext`);
  });

  test('Settings, Agent has the same downloads', async ({ signedIn: page, scout }) => {
    await scout.publishRelease('0.1.0');
    await page.goto('/settings/agent/enrollment');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card(page, 'Windows').getByRole('button', { name: 'Download Windows agent' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('scout-agent-latest.exe');
    // The token in it belongs to the organization, and can be revoked like any other.
    await page.reload();
    await expect(panel(page, 'Enrollment tokens').getByText('Download for windows')).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('passes axe and fits every screen', async ({ signedIn: page, scout }) => {
      await scout.publishRelease('0.1.0');
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/downloads');
        await expect(card(page, 'Windows').getByText('SHA-256')).toBeVisible();
        expect(await describeFaults(axeOn(page)), String(width)).toEqual([]);
        const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(over), String(width)).toBe(0);
      }
    });
  });
}
