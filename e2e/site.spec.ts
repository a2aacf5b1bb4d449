import { expect, test } from './support/fixtures.ts';

test('a public page is complete without a script, sets no cookie and loads nothing of the application', async ({
  browser,
  scout,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: scout.url });
  const page = await context.newPage();
  await page.goto('/privacy');
  await expect(page).toHaveTitle('Privacy | Scout');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test('a public page loads a style sheet, fonts and one small script in two files', async ({
  page,
  context,
  scout,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const kinds = requested.map((path) => path.replace(/-[\w-]{8}\./, '.'));
  // The icon is for the tab, which a headless browser does not draw.
  const needed = kinds.filter((path) => !path.endsWith('.woff2') && path !== '/favicon.svg');
  expect(needed.sort()).toEqual(
    ['/assets/entry.client.js', '/assets/start.js', '/assets/root.css', '/terms', '/theme.js'].sort(),
  );
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  // The page contains the address of its request.
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
  expect(canonical).toBe(`${scout.url}/terms`);

  await test.step('a visitor is offered to log in', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true })).toBeHidden();
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  });
});

test('a signed-in visitor is offered the dashboard and stays signed in', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/privacy');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeHidden();
  // Longer than the half minute after which a departed browser is signed out.
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('scout_open_tab:')),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('files beside the pages: robots.txt, sitemap.xml and security.txt name this server, notices, the icon', async ({
  request,
  scout,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${scout.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /dashboard');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>${scout.url}/privacy</loc>`);
  const security = await (await request.get('/.well-known/security.txt')).text();
  expect(security).toMatch(/^Contact: http/m);
  expect(security).toMatch(/^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m);
  await test.step('the third-party notices are served as text', async () => {
    const answer = await request.get('/third-party-notices.txt');
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain('\nfastify ');
  });
  await test.step('the icon that browsers request for a file that is no page', async () => {
    const icon = await request.get('/favicon.ico');
    expect(icon.status()).toBe(200);
    expect(icon.headers()['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/);
  });
});
