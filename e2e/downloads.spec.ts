import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { goWithin } from './support/goWithin.ts';
import { enrolMachine } from './support/machine.ts';
import { createOrganization } from './support/organization.ts';
import { addPerson, signInAs } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

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
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === link || pathname.startsWith('/releases/'))
      requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

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

/** Presses a card's button and waits for the file. */
async function download(page: Page, name: string, button: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card(page, name)
      .getByRole('button', { name: `${button} ${name} agent` })
      .click(),
  ]);
  return file;
}

async function choosePackage(page: Page, name: string): Promise<void> {
  await card(page, 'Linux').getByRole('combobox', { name: 'Package' }).click();
  await page.getByRole('option', { name }).click();
}

test.describe('a subscribed organization', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], expectedMessages: /status of (404|500)/ });

  test('is offered every package and its roll-out, here and in Settings', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await scout.publishRelease('0.1.0');
    await page.goto('/downloads');
    const main = page.getByRole('main');

    await test.step('the page of a subscribed organization', async () => {
      await expect(main.getByText(organization.name, { exact: true })).toBeVisible();
      for (const [name, text] of Object.entries(platforms))
        await expect(card(page, name).getByText(text, { exact: true })).toBeVisible();
      await expect(main.getByText('Release 0.1.0')).toBeVisible();
      await expect(main.getByText('An admin approves your machines')).toHaveCount(0);
      const sum = await page.request.get('/releases/latest/linux/scout-agent-latest.deb.sha256');
      const [sha256 = ''] = (await sum.text()).split(' ');
      await expect(card(page, 'Linux').getByText(sha256)).toBeVisible();
      await expect(card(page, 'Windows').getByText('SHA-256')).toBeVisible();
      expect(await describeFaults(axeOn(page))).toEqual([]);
      await expectFits(page, 'downloads');
    });

    await test.step('commands name this server and are copied whole', async () => {
      await page.getByRole('tab', { name: 'Ansible' }).click();
      await page.getByRole('button', { name: 'Copy tasks' }).click();
      await expectToast(page, 'Copied!');
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(copied).toContain(`deb: ${scout.url}/releases/latest/linux/scout-agent-latest.deb`);
      expect(copied).toContain(`cmd: scout-agent install --server ${scout.url} --allow-cleartext`);
    });

    await test.step('of a platform with several packages, the chosen one', async () => {
      await choosePackage(page, 'Red Hat, SUSE (.rpm), x86-64');
      const file = await download(page, 'Linux', 'Download');
      expect(file.suggestedFilename()).toBe('scout-agent-latest.rpm');
      await expect(status(page, 'Linux')).toHaveText('Download completed! Ready to run.');
      // Another selection is another download.
      await choosePackage(page, 'Tarball (.tar.gz), x86-64');
      await expect(status(page, 'Linux')).toHaveText('');
      await expect(card(page, 'Linux').getByRole('button', { name: 'Download Linux agent' })).toBeEnabled();
    });

    await test.step('a file that does not exist is not offered, and the card says what to do', async () => {
      // The release in these tests has no ARM64 package.
      await choosePackage(page, 'Debian, Ubuntu (.deb), ARM64');
      await expect(card(page, 'Linux').getByText('Not on this server')).toBeVisible();
      await expect(card(page, 'Linux').getByText('npm run build:agents')).toBeVisible();
      await expect(card(page, 'Linux').getByRole('button', { name: /Download/ })).toHaveCount(0);
      await expect(
        card(page, 'Windows').getByRole('button', { name: 'Download Windows agent' }),
      ).toBeVisible();
    });

    await test.step('a failure says so, and Retry tries again until there is a file', async () => {
      const words = 'Agent binary not found. Please contact support.';
      const missing = { status: 404, json: { code: 'agent_binary_not_found', message: words } };
      await page.route(link, (route) => route.fulfill(missing), { times: 2 });
      await card(page, 'macOS').getByRole('button', { name: 'Download macOS agent' }).click();
      await expect(status(page, 'macOS')).toHaveText(words);
      await expectToast(page, 'Download unavailable');
      await expectToast(page, words);
      const requests = watchDownloads(page);
      await card(page, 'macOS').getByRole('button', { name: 'Retry macOS agent' }).click();
      await expect.poll(() => requests).toEqual([`POST ${link}`]);
      await expect(status(page, 'macOS')).toHaveText(words);
      expect((await download(page, 'macOS', 'Retry')).suggestedFilename()).toBe('scout-agent-latest.pkg');
    });

    await test.step('Settings, Agent has the same downloads, whose tokens can be revoked', async () => {
      await page.getByRole('link', { name: 'Go to Dashboard' }).click();
      await expect(page).toHaveURL('/dashboard');
      await goWithin(page, '/settings/agent/enrollment');
      const file = await download(page, 'Windows', 'Download');
      expect(file.suggestedFilename()).toBe('scout-agent-latest.exe');
      await page.reload();
      await expect(panel(page, 'Enrollment tokens').getByText('Download for windows')).toBeVisible();
    });
  });
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
  const requests = watchDownloads(page);
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

  const again = await download(page, 'Linux', 'Download again');
  expect(again.url()).toBe(file.url());
  const { pathname } = new URL(file.url());
  // Requested by HEAD before each; the link itself was created once.
  expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([
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
  const file = await download(page, 'Windows', 'Download');
  const package_ = await readFile(await file.path(), 'latin1');
  const machine = await enrolMachine(scout, /scout_enrol_[\w-]{43}/.exec(package_)![0], 'FIN-LAPTOP3');
  expect(await machine.beat()).toBeNull();
  await goWithin(page, '/settings/agent');
  await expect
    .poll(() => rows(panel(page, 'Fleet')))
    .toMatchObject([{ State: 'Awaiting approval', Host: 'FIN-LAPTOP3' }]);
});

test('packages that are not built are not offered, and the page waits for those being built', async ({
  signedIn: page,
  scout,
}) => {
  await scout.publishRelease('0.1.0');
  let isBuilt = false;
  await page.route('/api/v1/releases/latest', (route) =>
    isBuilt ? route.continue() : route.fulfill({ json: null }),
  );
  await page.clock.install();

  await test.step('those that were never built are neither offered nor announced', async () => {
    await page.goto('/downloads');
    for (const name of Object.keys(platforms)) {
      await expect(card(page, name).getByText('Not on this server')).toBeVisible();
      await expect(card(page, name).getByRole('button', { name: /^Download/ })).toHaveCount(0);
    }
    await expect(page.getByText('Unattended rollout')).toHaveCount(0);
    await expect(page.getByText('The packages are being built')).toHaveCount(0);
  });

  let answer: object | null = { build: 'failed', reach: 'everywhere' };
  await page.route('/api/v1/downloads/status', (route) =>
    answer === null ? route.continue() : route.fulfill({ json: answer }),
  );
  await test.step('those that failed name the log', async () => {
    await page.clock.runFor(10_000);
    await expect(card(page, 'Windows').getByText('build/agents.log')).toBeVisible();
  });

  await test.step('the page waits for packages that are being built', async () => {
    answer = { build: 'building', reach: 'everywhere' };
    await page.clock.runFor(10_000);
    await expect(page.getByText('The packages are being built')).toBeVisible();
    await expect(card(page, 'Windows').getByText('Being built')).toBeVisible();
    await expect(card(page, 'Windows').getByRole('button')).toHaveCount(0);
  });

  await test.step('a server that does not know its address offers no download that would contain it', async () => {
    isBuilt = true;
    answer = { build: 'idle', reach: 'nowhere' };
    await page.clock.runFor(10_000);
    await expect(page.getByText('The packages are being built')).toHaveCount(0);
    await expect(page.getByText('Its operator must set PUBLIC_URL')).toBeVisible();
    await expect(card(page, 'Windows').getByText('SHA-256')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  });
});
