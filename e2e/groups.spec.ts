import type { Page } from '@playwright/test';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { enrolMachine, enrolmentToken } from './support/machine.ts';
import { addPerson, signInAs } from './support/people.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';

const groups = (page: Page) => panel(page, 'Groups');

test('an admin makes a group, configures it, rolls it out and goes back; a member only sees it', async ({
  page,
  scout,
  organization,
}) => {
  const machine = await enrolMachine(scout, await enrolmentToken(scout, organization), 'PRD-SQL01');
  await machine.beat();
  await signInAs(page, organization, organization);
  await page.goto('/settings/agent/groups');
  await expect(groups(page).getByText('No group yet')).toBeVisible();
  await groups(page).getByRole('button', { name: 'New group' }).click();
  const made = page.getByRole('dialog', { name: 'New group of machines' });
  await made.getByLabel('Name', { exact: true }).fill('Databases');
  await made.getByLabel('Names of machines').fill('prd-*');
  await made.getByRole('button', { name: 'Create group' }).click();
  await expectToast(page, 'Group created');

  const drawer = page.getByRole('dialog', { name: 'Databases' });
  await expect(drawer.getByText('Sets nothing: each machine follows its own file.')).toBeVisible();
  await expect(drawer.getByText('Takes none')).toBeVisible();
  await drawer.getByRole('button', { name: 'Configure' }).click();
  const configure = page.getByRole('dialog', { name: 'Configure Databases' });
  await configure.getByLabel('Events per second').fill('3');
  await configure.getByRole('button', { name: 'Save' }).click();
  await expect(configure.getByLabel('Events per second')).toHaveAttribute('aria-invalid', 'true');
  await configure.getByLabel('Events per second').fill('500');
  await configure.getByLabel('Tags').fill('database, Frankfurt');
  await configure.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Configuration saved');
  await expect(drawer.getByText('Next configuration, version 2')).toBeVisible();

  await drawer.getByRole('button', { name: 'Roll out 2' }).click();
  const rollOut = page.getByRole('dialog', { name: 'Roll out version 2 of Databases' });
  await rollOut.getByRole('button', { name: 'Roll out' }).click();
  await expect(drawer.getByText('Version 1; 2 in 1 ring')).toBeVisible();
  await drawer.getByRole('button', { name: 'Roll out 2' }).click();
  await rollOut.getByRole('radio', { name: 'All machines' }).check();
  await rollOut.getByRole('button', { name: 'Roll out to all' }).click();
  await expect(drawer.getByText('Configuration, version 2')).toBeVisible();
  expect(await describeFaults(axeOn(page))).toEqual([]);
  await drawer.getByRole('button', { name: 'Return to 1' }).click();
  await expectToast(page, 'Earlier configuration restored');
  await expect(drawer.getByText('Configuration, version 1')).toBeVisible();

  await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
  await page.goto('/settings/agent/groups');
  await expect.poll(() => rows(groups(page))).toMatchObject([{ Group: 'Databases', Machines: '1' }]);
  await expect(groups(page).getByRole('button', { name: 'New group' })).toHaveCount(0);
});
