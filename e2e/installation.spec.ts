import type { Page } from '@playwright/test';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { enrolMachine, enrolmentToken } from './support/machine.ts';
import { panel, rows } from './support/table.ts';

const tokenField = (page: Page) => page.getByLabel('Operator token');

async function enter(page: Page, token: string): Promise<void> {
  await tokenField(page).fill(token);
  await page.getByRole('button', { name: 'Open' }).click();
}

test.use({ expectedMessages: /401|Failed to load resource/ });

test('the operator, and nobody else, sees every organization, what is wrong and what to do next', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const machine = await enrolMachine(scout, await enrolmentToken(scout, organization), 'PRD-SQL01');
  await machine.beat({ queue_depth: 70 });
  await scout.asOwner(`UPDATE scout.agents SET last_seen_at = $2 WHERE agent_id = $1`, [
    machine.agentId,
    new Date(Date.now() - 24 * 3_600_000),
  ]);
  await test.step('nobody sees the installation without the operator token, signed in or not', async () => {
    await page.goto('/installation');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('The operator token is required')).toBeVisible();
    for (const wrong of ['scout_operator_wrong', organization.password]) {
      await enter(page, wrong);
      await expect(page.getByText('This is not the operator token of this installation')).toBeVisible();
      await expect(page.getByText(organization.name)).toHaveCount(0);
    }
  });

  await test.step('the operator sees every organization, what is wrong and what to do next', async () => {
    await enter(page, scout.operatorToken);
    await expect(page.getByRole('heading', { level: 1, name: 'Installation' })).toBeVisible();

    const silent = panel(page, 'Problems').getByRole('listitem').filter({ hasText: 'Agents are silent.' });
    await expect(silent).toContainText('scout agent list --tenant ID');
    const own = async () =>
      (await rows(panel(page, 'Organizations'))).find((row) => row.Organization === organization.name);
    await expect.poll(own).toMatchObject({
      Agents: '1',
      Silent: '1',
      Conflict: '0',
      Lagging: '0',
      Queue: '70',
      Quota: '0 B of 500 GB (0 %)',
    });
    await expect(panel(page, 'Email and channels').getByText('Emails waiting')).toBeVisible();
    await expect(panel(page, 'Disk').getByText('Accepts events')).toBeVisible();
    await expect(panel(page, 'Backup').getByText('none yet')).toBeVisible();
    expect(await describeFaults(axeOn(page).include('main'))).toEqual([]);
  });

  await test.step('the page keeps the token in its memory alone, and forgets it', async () => {
    await expect(panel(page, 'Organizations')).toBeVisible();
    const kept = await page.evaluate<string>(
      'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );
    expect(kept).not.toContain(scout.operatorToken);
    await page.getByRole('button', { name: 'Clear the token' }).click();
    await expect(tokenField(page)).toHaveValue('');
    await expect(panel(page, 'Organizations')).toHaveCount(0);

    await enter(page, scout.operatorToken);
    await expect(panel(page, 'Organizations')).toBeVisible();
    await page.reload();
    await expect(tokenField(page)).toBeVisible();
  });

  await test.step('when the server stops answering, the last answer stays, said to be out of date', async () => {
    await enter(page, scout.operatorToken);
    await expect(panel(page, 'Organizations')).toBeVisible();
    await page.route('**/operator/v1/status', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Scout could not be reached. The data below is out of date.')).toBeVisible();
    await expect(panel(page, 'Organizations')).toBeVisible();
  });
});
