import { expect, test } from './support/fixtures.ts';

test.use({ expectedMessages: /ERR_FAILED|ERR_CONNECTION|Failed to (load|fetch)|preload/ });

const heading = (name: string) => ({ level: 1, name });

test('a dashboard that was never opened opens while the server is away', async ({
  signedIn: page,
  scout,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('No agent sends events')).toBeVisible();
  const fetched = `performance.getEntriesByType('resource').some(({ name }) => name.includes('InteractiveLogons'))`;
  await expect.poll(() => page.evaluate(fetched)).toBe(true);
  scout.pause();
  try {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Interactive Logons/ })
      .first()
      .click();
    await expect(page.getByRole('heading', heading('Interactive Logons'))).toBeVisible();
    await expect(page).toHaveURL('/dashboard/interactive-logons');
  } finally {
    scout.resume();
  }
});

test('when its script cannot be loaded the page stays, says why, and opens the chosen one on retry', async ({
  signedIn: page,
}) => {
  let away = true;
  let upgraded = true;
  let answers = Promise.resolve();
  await page.route(/assets\/InteractiveLogons|\/health/, async (route) => {
    await answers;
    await (away ? route.abort() : route.continue());
  });
  await page.route(/assets\/Infrastructure-/, (route) => (upgraded ? route.abort() : route.continue()));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/dashboard/failed-logons?range=7d');
  await expect(page.getByRole('heading', heading('Failed Logons'))).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Interactive Logons/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'The page could not be opened' });
  await expect(dialog).toContainText('Scout does not respond; it may be restarting.');
  await expect(page).toHaveURL('/dashboard/failed-logons?range=7d');
  const { promise, resolve } = Promise.withResolvers<void>();
  answers = promise;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByRole('heading', heading('Failed Logons'))).toBeVisible();
  // The retry that was given up ends now, and asks nothing again.
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/health'));
  resolve();
  await ended;
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await expect(dialog).toBeHidden();

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Interactive Logons/ })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  away = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/dashboard/interactive-logons?range=7d');
  await expect(page.getByRole('heading', heading('Interactive Logons'))).toBeVisible();
  expect(loads).toBe(1);

  await test.step('after an upgrade it offers the new version of the chosen page', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Infrastructure/ })
      .first()
      .click();
    const offer = page.getByRole('dialog', { name: 'Scout was updated' });
    await expect(offer).toBeVisible();
    await expect(page).toHaveURL('/dashboard/interactive-logons?range=7d');
    upgraded = false;
    await offer.getByRole('button', { name: 'Load the new version' }).click();
    await expect(page).toHaveURL('/dashboard/infrastructure?range=7d');
    await expect(page.getByRole('heading', heading('Infrastructure Changes'))).toBeVisible();
  });
});
