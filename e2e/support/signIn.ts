import { expect, type Page } from '@playwright/test';
import type { Organization } from './organization.ts';

/** Gives the page's browser the session cookie of the organization's admin, as the sign-in screen would. Opens no page. */
export async function signIn(page: Page, { email, password }: Organization): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}
