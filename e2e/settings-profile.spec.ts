import { expect, test } from './support/fixtures.ts';
import { holdLanding } from './support/holdLanding.ts';
import { addPerson, adminApi, codeAt, signInAs } from './support/people.ts';
import { expectToast } from './support/toast.ts';

const panelOf = (title: string) => ({ name: title, exact: true });

test.describe('name, sessions and password', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('are changed; the email is read-only', async ({ signedIn: page, organization, scout }) => {
    await adminApi(scout, organization);
    await adminApi(scout, organization);
    await page.goto('/settings');
    await test.step('sessions are listed and ended, all but this one', async () => {
      const sessions = page.getByRole('region', panelOf('Active sessions'));
      await expect(sessions.locator('tbody tr[data-row]')).toHaveCount(3);
      await expect(sessions.getByText('This session')).toHaveCount(1);
      await sessions
        .getByRole('button', { name: /^Sign out (?!everywhere)/ })
        .first()
        .click();
      await expectToast(page, 'Session ended');
      await expect(sessions.locator('tbody tr[data-row]')).toHaveCount(2);
      await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expectToast(page, 'Signed out everywhere else');
      await expect(sessions.locator('tbody tr[data-row]')).toHaveCount(1);
      await expect(sessions.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled();
    });

    await test.step('the password is changed with the current one, which signs out everywhere else', async () => {
      const elsewhere = await adminApi(scout, organization);
      expect((await elsewhere.authUser({})).email).toBe(organization.email);
      const panel = page.getByRole('region', panelOf('Password'));
      const next = `new-${crypto.randomUUID()}`;
      const enter = async (current: string, password: string, repeated: string) => {
        await panel.getByLabel('Current password').fill(current);
        await panel.getByLabel('New password', { exact: true }).fill(password);
        await panel.getByLabel('Repeat new password').fill(repeated);
        await panel.getByRole('button', { name: 'Change password' }).click();
      };
      await enter(organization.password, next, 'another');
      await expect(panel.getByText('Passwords do not match')).toBeVisible();
      await enter(organization.password, 'short', 'short');
      await expect(panel.getByText('Password must be at least 8 characters long')).toBeVisible();
      await enter(organization.password, 'Password1', 'Password1');
      await expect(panel.getByText('This password is one of the first attackers try.')).toBeVisible();
      await enter('wrong', next, next);
      await expect(panel.getByText('The current password is not correct.')).toBeVisible();
      await enter(organization.password, next, next);
      await expectToast(page, 'Password changed');
      await expect(
        page.getByRole('region', panelOf('Active sessions')).getByText('This session'),
      ).toBeVisible();
      await expect(elsewhere.authUser({})).rejects.toMatchObject({ code: 'session_ended' });
      await adminApi(scout, { email: organization.email, password: next });
    });

    await test.step('the name is changed and used in the greeting; the email is read-only', async () => {
      const profile = page.getByRole('region', panelOf('Profile'));
      await expect(profile.getByLabel('Email')).toHaveValue(organization.email);
      await expect(profile.getByLabel('Email')).not.toBeEditable();
      await expect(profile.getByRole('button', { name: 'Save' })).toBeDisabled();

      await profile.getByLabel('First name').fill('A');
      await profile.getByRole('button', { name: 'Save' }).click();
      await expect(profile.getByText('First name must be at least 2 characters long')).toBeVisible();

      await profile.getByLabel('First name').fill(' Adaeze ');
      await profile.getByRole('button', { name: 'Save' }).click();
      await expectToast(page, 'Profile updated');
      await expect(profile.getByLabel('First name')).toHaveValue('Adaeze');
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /, Adaeze$/ })).toBeVisible();
    });
  });
});

test.describe('second factor', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], expectedMessages: /status of (400|500)/ });

  test('is enrolled with a code drawn here, named, and removed', async ({ signedIn: page, organization }) => {
    const panel = page.getByRole('region', panelOf('Second factor'));
    await test.step('sessions and second factors that cannot be loaded show the specified messages', async () => {
      for (const path of ['/auth/v1/sessions', '/auth/v1/factors']) {
        await page.route(path, (route) =>
          route.fulfill({
            status: 500,
            json: { code: 'internal', message: 'Something went wrong on our side.' },
          }),
        );
      }
      await page.goto('/settings');
      for (const name of ['Active sessions', 'Second factor']) {
        const failed = page.getByRole('region', panelOf(name));
        await expect(failed.getByText('Error loading settings')).toBeVisible({ timeout: 20_000 });
        await expect(failed.getByText('Failed to load your settings. Please try again.')).toBeVisible();
      }
      await page.unrouteAll();
      await page.reload();
    });

    await test.step('one that was started and not finished leaves nothing', async () => {
      await panel.getByRole('button', { name: 'Add authenticator app' }).click();
      const dialog = page.getByRole('dialog', { name: /^(Add authenticator app|Set up Old phone)$/ });
      await dialog.getByLabel('Name').fill('Old phone');
      await dialog.getByLabel('Password').fill(organization.password);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByRole('img')).toBeVisible();
      const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      expect((await removed).status()).toBe(200);
      await page.reload();
      await expect(panel.getByText('No second factor yet')).toBeVisible();
    });

    await expect(panel.getByText('No second factor yet')).toBeVisible();
    await expect(panel.getByText('Phone factors are not configured on this server.')).toBeVisible();

    await panel.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: /^(Add authenticator app|Set up Pixel 9)$/ });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Give the factor a name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Pixel 9');
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Password').fill('a guess');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
    await dialog.getByLabel('Password').fill(organization.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for Pixel 9' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    await expectToast(page, 'Copied!');
    const secret = String(await page.evaluate('navigator.clipboard.readText()'));

    // An old code is refused.
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, 0));
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await expect(dialog.getByText('Invalid or expired code')).toBeVisible();
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await expectToast(page, 'Second factor added');

    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const shown = await codes.getByRole('listitem').allTextContents();
    await codes.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(shown.join('\n'));
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await expect(panel.getByText('Pixel 9')).toBeVisible();
    await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
    await expect(panel.getByText('10 of 10 recovery codes left')).toBeVisible();

    await panel.getByRole('button', { name: 'Create new recovery codes' }).click();
    const question = page.getByRole('dialog', { name: 'Create new recovery codes?' });
    await question.getByRole('button', { name: 'Create new codes' }).click();
    await expect(question.getByText('Password is required')).toBeVisible();
    await question.getByLabel('Password').fill(organization.password);
    await question.getByRole('button', { name: 'Create new codes' }).click();
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    expect(await codes.getByRole('listitem').allTextContents()).not.toEqual(shown);
    await codes.getByRole('button', { name: 'I have saved them' }).click();

    await panel.getByRole('button', { name: 'Remove Pixel 9' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove Pixel 9?' });
    await removal.getByLabel('Password').fill('a guess');
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expect(removal.getByText('The current password is not correct.')).toBeVisible();
    await removal.getByLabel('Password').fill(organization.password);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Second factor removed');
    await expect(panel.getByText('No second factor yet')).toBeVisible();
  });
});

test.describe('delete account', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('the last admin appoints another or is the last member; the organization of a member stays', async ({
    signedIn: page,
    organization,
    scout,
  }) => {
    const person = await addPerson(scout, organization, 'carla');
    const panel = page.getByRole('region', panelOf('Delete account'));
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await holdLanding(page);
    await test.step('the last admin of others is told to appoint another first', async () => {
      await page.goto('/settings');
      await expect(panel.getByText('Cannot remove last admin')).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Delete account' })).toBeDisabled();
    });

    await test.step('it requires the word DELETE exactly and the password; the organization of a member stays', async () => {
      await signInAs(page, organization, person);
      await page.goto('/settings');
      await expect(
        panel.getByText(`${organization.name}, its other members and its data stay.`),
      ).toBeVisible();
      await panel.getByRole('button', { name: 'Delete account' }).click();
      const confirm = dialog.getByRole('button', { name: 'Delete account' });
      await dialog.getByLabel('Password').fill('wrong');
      for (const typed of ['', 'delete', 'DELETE ', 'DELET']) {
        await dialog.getByLabel('Type DELETE to confirm').fill(typed);
        await expect(confirm).toBeDisabled();
      }
      await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
      await confirm.click();
      await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
      await dialog.getByLabel('Password').fill(person.password);
      await confirm.click();
      await expectToast(page, 'Account deleted');
      await expect(page).toHaveURL('/logout-confirm');
      const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: person });
      expect(answer.status()).toBe(400);
    });

    await test.step('a single member deletes the organization too', async () => {
      await signInAs(page, organization, organization);
      await page.goto('/settings');
      await expect(panel.getByText('the organization is deleted with your account')).toBeVisible();
      await panel.getByRole('button', { name: 'Delete account' }).click();
      await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
      await dialog.getByLabel('Password').fill(organization.password);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await expectToast(page, 'Account deleted');
      await expect(page).toHaveURL('/logout-confirm');
    });
  });
});
