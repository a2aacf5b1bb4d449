import { expect, type Page } from '@playwright/test';
import type { Organization } from './organization.ts';

/** Sets the session cookie of the organization's admin in the page's browser, like the sign-in screen. Opens no page. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Organization, 'email' | 'password'>,
): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}
