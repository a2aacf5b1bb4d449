import type { Page } from '@playwright/test';
import { seedAccount } from '@scout/testkit/seedAccount';
import { seedCase } from '@scout/testkit/seedCase';
import { expect, test } from './support/fixtures.ts';
import { expectToast } from './support/toast.ts';

const HOUR_MS = 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);

/** Levels of the headings in reading order: a reader who jumps from one to the next must not miss a level. */
const headingLevels = (page: Page) =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map(({ tagName }) => Number(tagName[1]))`,
  );

async function expectOutline(page: Page): Promise<void> {
  const levels = await headingLevels(page);
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [index, level] of levels.entries()) {
    expect(level, levels.join(' ')).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
  }
}

test('a screen reader reads who, from where, against what and what next, opens the case and closes it', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  await seedAccount(run, organization.tenantId, 'svc.billing', [
    {
      source: 'fin-laptop3',
      destination: 'prd-sql01',
      kind: 'command',
      actor: 'm.keller',
      time: ago(1),
      count: 2,
    },
  ]);
  await seedCase(run, organization.tenantId, {
    firstSeen: ago(1),
    lastSeen: ago(0.1),
    sources: ['FIN-LAPTOP3'],
    destinations: ['PRD-SQL01'],
  });
  await page.goto('/dashboard');
  const mostSevere = page.getByRole('region', { name: 'Most severe case' });
  await expect(mostSevere).toMatchAriaSnapshot(`
    - region "Most severe case":
      - paragraph: High svc.billing A person uses it Ongoing
      - text: m.keller (acted) from FIN-LAPTOP3 to PRD-SQL01 Since
      - time
      - paragraph: m.keller used svc.billing from FIN-LAPTOP3 to PRD-SQL01.
      - paragraph: /^Next:/
      - button "Assign"
      - link "Open case"
  `);
  await expect(
    page.getByRole('region', { name: 'Accounts with open cases' }).getByRole('list'),
  ).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - link "svc.billing"
        - paragraph: High A person uses it Ongoing
        - text: /m\\.keller \\(acted\\) from FIN-LAPTOP3 to PRD-SQL01/
  `);
  await expectOutline(page);

  await mostSevere.getByRole('link', { name: 'Open case' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/High.*svc\.billing/);
  await expect(page).toHaveTitle('Case C-1 | Scout');
  await expect(page.getByRole('region', { name: 'Path' })).toMatchAriaSnapshot(`
    - region "Path":
      - heading "Path" [level=2]
      - paragraph
      - paragraph: Person
      - list "Person":
        - listitem:
          - button "m.keller acted"
      - paragraph: Workstation or source
      - list "Workstation or source":
        - listitem:
          - button "FIN-LAPTOP3 2"
      - paragraph: Account
      - list "Account":
        - listitem: svc.billing
      - paragraph: Server
      - list "Server":
        - listitem:
          - button "PRD-SQL01 2"
      - paragraph: "svc.billing to PRD-SQL01: 2 events. FIN-LAPTOP3 to svc.billing: 2 events. m.keller to FIN-LAPTOP3: 2 events."
  `);
  // The swimlanes are drawn; a table has the same content for a screen reader.
  const tracks = page.getByRole('region', { name: 'Since when' }).getByRole('table');
  await expect(tracks.getByRole('row', { name: /^Database clients 2 / })).toHaveCount(1);
  await expect(page.getByRole('img', { name: /^This case falls in 1 hour of the week/ })).toHaveCount(1);
  await expectOutline(page);

  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^(?:Open|Acknowledged|Closed: misuse) · / });
  await expect(status).toHaveText('Open · unassigned');
  await page.getByRole('button', { name: 'Acknowledge' }).press('Enter');
  await expect(status).toHaveText(`Acknowledged · ${organization.email}`);
  // The pressed button is gone, yet reading goes on where it was instead of at the top of the page.
  const actions = page.getByRole('group', { name: 'Actions on this case' });
  await expect(actions).toBeFocused();
  await page.getByRole('button', { name: 'Close…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close this case' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('combobox', { name: 'What was it?' }).press('Enter');
  await page.getByRole('option', { name: /misuse/i }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('The password was shared.');
  await dialog.getByRole('button', { name: 'Close case' }).press('Enter');
  await expectToast(page, 'Case closed');
  await expect(status).toHaveText(`Closed: misuse · ${organization.email}`);
  await expect(dialog).toBeHidden();
  await expect(actions.locator(':focus')).toHaveCount(1);
});
