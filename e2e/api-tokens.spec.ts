import { expect, test } from './support/fixtures.ts';
import { addPerson, signInAs } from './support/people.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';

test.describe('API tokens', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], expectedMessages: /status of 400/ });

  test('are created with the password, shown once, used, and revoked by their person', async ({
    page,
    organization,
    scout,
  }) => {
    const carla = await addPerson(scout, organization, 'carla');
    await signInAs(page, organization, carla);
    await page.goto('/settings');
    const tokens = panel(page, 'API tokens');
    await expect(tokens.getByText('No API token')).toBeVisible();
    await tokens.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    const create = () => dialog.getByRole('button', { name: 'Create token' }).click();
    await create();
    await expect(dialog.getByText('Give the token a name')).toBeVisible();
    await expect(dialog.getByText('Choose at least one.')).toBeVisible();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByLabel('cases:read').check();
    await dialog.getByLabel('Password').fill('wrong');
    await create();
    await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
    await dialog.getByLabel('Password').fill(carla.password);
    await create();
    await expect(dialog.getByRole('heading', { name: 'Copy this token now' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy token' }).click();
    await expectToast(page, 'Copied!');
    const token = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(token).toMatch(/^scout_person_[\w-]{49}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();

    const ask = (path: string) =>
      fetch(`${scout.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask('/api/v1/cases')).status).toBe(200);
    expect((await ask('/api/v1/accounts')).status).toBe(403);
    await page.reload();
    await expect.poll(() => rows(tokens)).toMatchObject([{ Name: 'Nightly report', Scopes: 'cases:read' }]);
    await expect(page.getByText(token)).toHaveCount(0);
    await tokens.getByRole('button', { name: 'Revoke the API token Nightly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expectToast(page, 'Token revoked');
    await expect(tokens.getByText('No API token')).toBeVisible();
    expect((await ask('/api/v1/cases')).status).toBe(401);
  });

  test('of the organization are created by its admin, and the audit log names them', async ({
    signedIn: page,
    organization,
  }) => {
    await page.goto('/settings/organization');
    const tokens = panel(page, 'API tokens');
    await tokens.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Deployment');
    await dialog.getByLabel('detection:write').check();
    await dialog.getByLabel('Password').fill(organization.password);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText(/^scout_org_[\w-]{49}$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect
      .poll(() => rows(tokens))
      .toMatchObject([{ Name: 'Deployment', Owner: 'Organization', Scopes: 'detection:write' }]);
    await page.reload();
    await expect(panel(page, 'Audit log').getByText('Api token created').first()).toBeVisible();
  });
});
