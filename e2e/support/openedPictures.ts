import type { Locator, Page } from '@playwright/test';
import type { Invitation, Member } from '@scout/contract';

/** Overlays that a click opens, each with a picture. */
export interface Opened {
  /** The screen below it. */
  readonly path: string;
  readonly press: (
    page: Page,
    person: { readonly password: string; readonly operatorToken: string },
  ) => Promise<void>;
  /** True if visible to visitors. */
  readonly isPublic?: boolean;
  /** The widest screen with it. */
  readonly maxWidth?: number;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
interface SomeAgent {
  platform: string;
  sources: { name: string }[] | null;
}
/** The sample's agents run on the machine that takes the pictures, whose kernel and folders are irrelevant. */
const elsewhere = (agent: SomeAgent): SomeAgent => ({
  ...agent,
  platform: 'linux 6.12.0 x64',
  sources:
    agent.sources?.map((source) => ({
      ...source,
      name: source.name.replace(/:.*\/sample/, ':/srv/scout/sample'),
    })) ?? null,
});

const toMiddle = (locator: Locator) =>
  locator.evaluate((element: { scrollIntoView(options: object): void }) =>
    element.scrollIntoView({ block: 'center' }),
  );
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens, accounts, users and hosts' }).waitFor();
}

/** An invalid token: the one in the picture does not belong to the sample organization. */
const shownToken = {
  token_id: '0190c2f4-7f3a-7c11-9d2e-5b1f6a3c8e70',
  token: 'scout_enrol_Vt3kQm8ZrX1pLw9sYbNc5HdGfJ2uEa7oR4iTy6PzKx0',
  label: 'Frankfurt servers',
};

const invitation: Invitation = {
  organization: 'Northwind Bank',
  inviter: 'Ada Reyes',
  email: 'noor@alder.example',
  status: 'open',
  expires_at: '2026-12-31T12:00:00.000Z',
};

/** By the name of its picture. */
export const OPENED: Readonly<Record<string, Opened>> = {
  installation: {
    path: '/installation',
    isPublic: true,
    async press(page, { operatorToken }) {
      await page.getByLabel('Operator token').fill(operatorToken);
      await button(page, 'Open').click();
      await page.getByRole('region', { name: 'Organizations' }).waitFor();
    },
  },
  'case-file': {
    path: '/cases',
    async press(page) {
      await page
        .getByRole('link', { name: /svc\.billing/ })
        .first()
        .click();
      await page.waitForURL(/\/cases\/C?-?\d+/);
      await page.getByRole('heading', { name: 'Why this is a case' }).waitFor();
      await page.getByRole('slider', { name: 'Start of the selected time range' }).waitFor();
    },
  },
  'contract-editor': {
    path: '/accounts/account?name=svc.billing',
    async press(page) {
      const propose = button(page, 'Propose a contract');
      await propose.click();
      await button(page, 'Save draft').waitFor();
      await toMiddle(button(page, 'Save draft'));
    },
  },
  confirm: {
    path: '/register',
    isPublic: true,
    async press(page) {
      await page.evaluate(`
        sessionStorage.setItem('confirm_gate', 'true');
        sessionStorage.setItem('confirm_email', 'noor@alder.example');
        sessionStorage.setItem('confirm_gate_ts', String(Date.now()))`);
      await page.goto('/confirm');
      await page.getByRole('heading', { name: 'Confirm your email' }).waitFor();
    },
  },
  'accept-invitation': {
    path: '/login',
    isPublic: true,
    async press(page) {
      await page.route('/functions/v1/invitation', (route) => route.fulfill({ json: invitation }));
      await page.goto('/accept-invitation?token=shown');
      await button(page, 'Accept').waitFor();
    },
  },
  'contact-widget': {
    path: '/',
    isPublic: true,
    async press(page) {
      await button(page, 'Ask a question').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'checking-organization': {
    path: '/dashboard',
    async press(page) {
      await page.route('/rest/v1/tenants', () => {});
      await page.reload();
      await page.getByText('Verifying your organization access...').waitFor();
    },
  },
  palette: {
    path: '/dashboard/failed-logons',
    press: openPalette,
  },
  'palette-search': {
    path: '/dashboard/failed-logons',
    async press(page) {
      await openPalette(page);
      await page.keyboard.type('svc');
    },
  },
  'bar-menu': {
    path: '/dashboard/failed-logons',
    maxWidth: 767,
    press: (page) => button(page, 'Menu').click(),
  },
  'log-out-dialog': {
    path: '/dashboard',
    async press(page) {
      if (await button(page, 'Menu').isVisible()) {
        await button(page, 'Menu').click();
        await page.getByRole('menuitem', { name: 'Log Out' }).click();
      } else await button(page, 'Log Out').click();
    },
  },
  'table-menu': {
    path: '/dashboard/service-accounts',
    async press(page) {
      const options = button(page, 'Options of Incident Log');
      await toMiddle(options);
      await options.click();
    },
  },
  'row-menu': {
    path: '/dashboard/service-accounts',
    async press(page) {
      const cell = page
        .getByRole('region', { name: 'Incident Log' })
        .locator('[data-column="serviceAccount"]')
        .first();
      await toMiddle(cell);
      await cell.click({ button: 'right' });
    },
  },
  event: {
    path: '/dashboard/service-accounts?incidents=account:svc.billing',
    async press(page) {
      const list = page.getByRole('dialog').getByRole('listitem');
      // A run of several events opens in place and lists them.
      await list.first().getByRole('button').first().click();
      const event = list.first().getByRole('list').getByRole('button').first();
      const fields = page.getByRole('region', { name: 'Fields' });
      await event.or(fields).first().waitFor();
      if (!(await fields.isVisible())) await event.click();
      await fields.waitFor();
    },
  },
  'agent-drawer': {
    path: '/settings/agent',
    async press(page) {
      await page.route('**/api/v1/agents', async (route) => {
        const answer = await route.fetch();
        const agents = (await answer.json()) as SomeAgent[];
        await route.fulfill({ response: answer, json: agents.map(elsewhere) });
      });
      const response = page.waitForResponse('**/api/v1/agents');
      await page.reload();
      await response;
      await page.getByRole('region', { name: 'Fleet' }).getByText('PRD-SQL01').click();
    },
  },
  'new-token-dialog': {
    path: '/settings/agent/enrollment',
    press: (page) => button(page, 'New token').click(),
  },
  'token-dialog': {
    path: '/settings/agent/enrollment',
    async press(page) {
      await page.route('**/api/v1/enrolments', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ json: shownToken }) : route.continue(),
      );
      await button(page, 'New token').click();
      await page.getByRole('dialog').getByLabel('Label').fill(shownToken.label);
      await button(page, 'Create token').click();
      await page.getByRole('dialog', { name: 'Copy this token now' }).waitFor();
    },
  },
  'remove-member-dialog': {
    path: '/settings/organization',
    press: (page) => button(page, 'Remove member@northwind.example').click(),
  },
  'delete-account-dialog': {
    path: '/settings',
    async press(page) {
      // The sample's admin is the only one and cannot leave; another one is simulated.
      await page.route('/rest/v1/members', async (route) => {
        const answer = await route.fetch();
        const members = (await answer.json()) as Member[];
        await route.fulfill({
          response: answer,
          json: members.map((member) => ({ ...member, is_admin: true })),
        });
      });
      await page.reload();
      await button(page, 'Delete account').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'second-factor-dialog': {
    path: '/settings',
    async press(page, { password }) {
      await button(page, 'Add authenticator app').click();
      await page.getByRole('dialog').getByLabel('Name').fill('Work phone');
      await page.getByRole('dialog').getByLabel('Password').fill(password);
      await button(page, 'Continue').click();
      await page.getByRole('img', { name: 'QR code for Work phone' }).waitFor();
    },
  },
};
