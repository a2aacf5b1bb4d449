import type { Page } from '@playwright/test';
import type { Organization } from './organization.ts';

/** Screens of an organization without a subscription, by the name of their picture; null for screens on the way to demo mode. */
export const DEMO_SCREENS = {
  'demo-overlay': null,
  'demo-not-subscribed': null,
  'demo-tour': null,
  'demo-home': '/dashboard',
  'demo-service-accounts': '/dashboard/service-accounts',
  'demo-failed-logons': '/dashboard/failed-logons',
  'demo-interactive-logons': '/dashboard/interactive-logons',
  'demo-infrastructure': '/dashboard/infrastructure',
} as const;

export type DemoScreen = keyof typeof DEMO_SCREENS;

/** Signs in and follows a visitor's path; `take` receives each screen's name when it is visible. */
export async function walkDemo(
  page: Page,
  { email, password }: Organization,
  take: (name: DemoScreen) => Promise<void>,
): Promise<void> {
  await page.addInitScript(`localStorage.setItem('scout_demo_seed', '7')`);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await take('demo-overlay');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await take('demo-not-subscribed');
  await page.getByRole('button', { name: 'Continue browsing' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('heading', { name: 'Security overview' }).waitFor();
  // The guide moves to its place in the following frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await take('demo-tour');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const [name, path] of Object.entries(DEMO_SCREENS)) {
    if (path === null) continue;
    await page.goto(path);
    await page.getByText('LIVE', { exact: true }).waitFor();
    await take(name as DemoScreen);
  }
}
