import type { Page } from '@playwright/test';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { enrolMachine, enrolmentToken } from './support/machine.ts';
import { addPerson, signInAs } from './support/people.ts';
import { panel, rows } from './support/table.ts';
import { expectToast } from './support/toast.ts';
import { expectFits } from './support/widths.ts';

const upgrades = (page: Page) => panel(page, 'Upgrades');
const figures = async (page: Page) =>
  (await upgrades(page).locator('dd').allInnerTexts()).map((text) => text.trim());

test.beforeEach(({ scout }) => scout.publishRelease('0.2.0'));
// The server is shared with later tests.
test.afterEach(({ scout }) => scout.publishRelease('0.1.0'));

test('nothing is upgraded until an admin starts; a first ring, then all, with the outcome', async ({
  page,
  scout,
  organization,
}) => {
  const token = await enrolmentToken(scout, organization);
  const first = await enrolMachine(scout, token, 'PRD-SQL01');
  const second = await enrolMachine(scout, token, 'FIN-LAPTOP3');
  for (const machine of [first, second]) await machine.beat();
  await test.step('a member sees it and cannot change it', async () => {
    await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
    await page.goto('/settings/agent/upgrades');
    await expect(upgrades(page).getByText('until an admin starts')).toBeVisible();
    await expect(upgrades(page).getByRole('button', { name: /Start|Upgrade|Pause/ })).toHaveCount(0);
  });

  await signInAs(page, organization, organization);
  await page.goto('/settings/agent/upgrades');
  await expect(upgrades(page).getByText('Version 0.2.0 · Not started')).toBeVisible();
  await expect(upgrades(page).getByText('2 machines of 2 run an older version')).toBeVisible();

  await upgrades(page).getByRole('button', { name: 'Start with 1 machine' }).click();
  const start = page.getByRole('dialog', { name: 'Start the upgrade to 0.2.0' });
  await start.getByRole('textbox', { name: 'Machines' }).fill('3');
  await expect(start.getByText('A whole number from 1 to 2.')).toBeVisible();
  await start.getByRole('radio', { name: 'Chosen machines' }).check();
  await expect(start.getByRole('button', { name: 'Start' })).toBeDisabled();
  await start.getByRole('checkbox', { name: 'PRD-SQL01' }).check();
  await start.getByRole('button', { name: 'Start with 1 machine' }).click();
  await expectToast(page, 'Upgrade started');
  await expect(upgrades(page).getByText('Open to a first ring of 1 machine')).toBeVisible();
  await expect.poll(() => rows(upgrades(page))).toMatchObject([{ Host: 'PRD-SQL01', State: 'Offered' }]);

  await first.beat({
    upgrade: { version: '0.2.0', outcome: 'rolled_back', message: 'Not heard by the server.' },
  });
  await page.reload();
  await expect
    .poll(() => rows(upgrades(page)))
    .toMatchObject([{ Host: 'PRD-SQL01', State: 'Rolled back', Reason: 'Not heard by the server.' }]);
  expect(await figures(page)).toEqual(['1', '0', '0', '1']);

  await upgrades(page).getByRole('button', { name: 'Pause' }).click();
  await expectToast(page, 'Upgrade paused');
  await expect(upgrades(page).getByRole('button', { name: 'Upgrade all' })).toHaveCount(0);
  await upgrades(page).getByRole('button', { name: 'Resume' }).click();
  await expectToast(page, 'Upgrade resumed');

  await first.beat({ version: '0.2.0' });
  await page.reload();
  await upgrades(page).getByRole('button', { name: 'Upgrade all' }).click();
  const all = page.getByRole('dialog', { name: 'Upgrade all to 0.2.0?' });
  await expect(all.getByText('In the first ring, 1 of 1 machine runs it.')).toBeVisible();
  await all.getByRole('button', { name: 'Upgrade all' }).click();
  await expectToast(page, 'Upgrade opened to all');
  await expect(upgrades(page).getByText('Open to all machines')).toBeVisible();
  await second.beat({ version: '0.2.0' });
  await page.reload();
  await expect(upgrades(page).getByText('Version 0.2.0 · Done')).toBeVisible();
  expect(await figures(page)).toEqual(['2', '2', '0', '0']);
});

test('the panel and its dialog pass axe and fit every screen', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const token = await enrolmentToken(scout, organization);
  const machine = await enrolMachine(scout, token, `PRD-${'LONG-NAME-'.repeat(12)}01`);
  await enrolMachine(scout, token, 'FIN-LAPTOP3');
  await page.goto('/settings/agent/upgrades');
  await upgrades(page).getByRole('button', { name: 'Start with 1 machine' }).click();
  await page.getByRole('radio', { name: 'Chosen machines' }).check();
  await page.getByRole('checkbox', { name: /LONG-NAME/ }).check();
  // Overflow of the dialog's content, and of the dialog beyond the window.
  const overhang = `Math.max(0, ...[...document.querySelectorAll('dialog, [role=dialog]')].flatMap((dialog) =>
    [dialog.scrollWidth - dialog.clientWidth, dialog.getBoundingClientRect().right - innerWidth]))`;
  const look = async (name: string) => {
    expect(await describeFaults(axeOn(page)), name).toEqual([]);
    await expectFits(page, name, {
      each: (width) => expect.poll(() => page.evaluate(overhang), `${name} at ${width}`).toBe(0),
    });
  };
  await look('dialog');
  await page.getByRole('button', { name: 'Start with 1 machine' }).click();
  await expectToast(page, 'Upgrade started');
  await machine.beat({
    upgrade: { version: '0.2.0', outcome: 'failed', message: 'no room on the disk '.repeat(14) },
  });
  await page.reload();
  await expect(upgrades(page).getByText('Failed').first()).toBeVisible();
  await look('panel');
});
