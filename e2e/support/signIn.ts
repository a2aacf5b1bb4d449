import { expect, type Page } from '@playwright/test';
import type { Organization } from './organization.ts';

/** Signs in on the sign-in screen, up to the dashboard's home. */
export async function signIn(page: Page, { email, password }: Organization): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/dashboard');
}
