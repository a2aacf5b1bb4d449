import type { Page } from '@playwright/test';
import { freePort } from '@scout/testkit/freePort';
import { fillSignIn, newPerson, type Person, register } from './support/account.ts';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { type Scout, startScout } from './support/scout.ts';

/** A Scout at a name: passkeys belong to names, and browsers trust this one without TLS. */
async function startNamed(): Promise<{ scout: Scout; at: string } & AsyncDisposable> {
  const port = await freePort();
  const at = `http://localhost:${port}`;
  const scout = await startScout({ PORT: String(port), PUBLIC_URL: at });
  return { scout, at, [Symbol.asyncDispose]: () => scout[Symbol.asyncDispose]() };
}

/** Gives the page's browser a device that keeps passkeys and knows its user. */
async function giveDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    forget: () => client.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

async function addPasskey(page: Page, person: Person, name: string) {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('where Scout has no name, no passkey is offered', async ({ signedIn: page }) => {
  await page.goto('/settings');
  await expect(page.getByText('To add a passkey, open Scout by its name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add passkey' })).toHaveCount(0);
});

test.describe('at a name', () => {
  test.use({ expectedMessages: /status of 40[03]/ });

  test('a passkey is added, signs in alone and after the password, is renamed and removed', async ({
    page,
    ownOrigins,
  }) => {
    await using named = await startNamed();
    const { scout, at } = named;
    ownOrigins.add(at);
    const person = newPerson();
    await register(scout, person);
    const device = await giveDevice(page);
    let codes: string[] = [];

    await test.step('added, with recovery codes', async () => {
      await page.goto(`${at}/login`);
      await fillSignIn(page, person);
      await expect(page).toHaveURL(`${at}/dashboard`);
      await page.goto(`${at}/settings`);
      await addPasskey(page, person, 'Work laptop');
      const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(list.first()).toBeVisible();
      codes = await list.allTextContents();
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('Work laptop').first()).toBeVisible();
      expect(await describeFaults(axeOn(page))).toEqual([]);
    });
    const away = async () => {
      await page.context().clearCookies();
      await page.goto(`${at}/login`);
    };
    await test.step('alone', async () => {
      await away();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page).toHaveURL(`${at}/dashboard`);
    });
    await test.step('not alone, when the device does not know its user', async () => {
      await away();
      await device.setUserVerified(false);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByRole('alert')).toHaveText(
        'No passkey was used. Try again, or continue without one.',
      );
      await device.setUserVerified(true);
    });
    await test.step('as second factor', async () => {
      await fillSignIn(page, person);
      await expect(heading(page, 'Enter your second factor')).toBeVisible();
      expect(await describeFaults(axeOn(page))).toEqual([]);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(`${at}/dashboard`);
    });
    await test.step('a recovery code in its place', async () => {
      await away();
      await fillSignIn(page, person);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[0]!);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(`${at}/dashboard`);
    });
    await test.step('renamed and removed', async () => {
      await page.goto(`${at}/settings`);
      await page.getByRole('button', { name: 'Rename Work laptop' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename Work laptop' });
      await dialog.getByLabel('Name').fill('Old laptop');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('button', { name: 'Remove Old laptop' }).click();
      const confirm = page.getByRole('dialog', { name: 'Remove Old laptop?' });
      await confirm.getByLabel('Password').fill(person.password);
      await confirm.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('No passkey yet')).toBeVisible();
      await away();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByRole('alert')).toHaveText(
        'This passkey was not accepted. Try again, or sign in in another way.',
      );
    });
  });
});
