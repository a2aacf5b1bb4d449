import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** Paths of every public page, as the sitemap names them, and those that it leaves out. */
async function publicPages(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => new URL(url!).pathname);
}

/** Every address that a page leads to or loads, with what follows the #. */
async function linksOf(page: Page): Promise<URL[]> {
  const found = (await page.content()).matchAll(/\s(?:href|src)="([^"]+)"/g);
  return Array.from(found, ([, address]) => new URL(address!.replaceAll('&amp;', '&'), page.url()));
}

test('every internal link of every public page resolves, to its very section', async ({
  page,
  request,
  scout,
}) => {
  test.setTimeout(180_000);
  const waiting = await publicPages(request);
  expect(waiting).toContain('/');
  const visited = new Set<string>();
  const broken: string[] = [];
  const checked = new Map<string, boolean>();

  /** Whether the address answers, and is no page of the application that says 'Page Not Found'. */
  async function resolves(path: string): Promise<boolean> {
    if (!checked.has(path)) {
      const answer = await request.get(path);
      let good = answer.ok();
      const isHtml = answer.headers()['content-type']?.startsWith('text/html');
      if (good && isHtml && (await answer.text()).includes('__reactRouterContext')) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        good = (await page.title()) !== 'Page Not Found | Scout';
      }
      checked.set(path, good);
    }
    return checked.get(path)!;
  }

  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (visited.has(path)) continue;
    visited.add(path);
    await page.goto(path);
    const internal = (await linksOf(page)).filter(({ origin }) => origin === scout.url);
    for (const { pathname, search, hash } of internal) {
      if (!(await resolves(pathname + search))) broken.push(`${path} → ${pathname}`);
      if (hash === '' || hash === '#main') continue;
      const html = await (await request.get(pathname)).text();
      if (!html.includes(`id="${hash.slice(1)}"`)) broken.push(`${path} → ${pathname}${hash}`);
    }
  }
  expect(broken).toEqual([]);
  expect(visited.size).toBeGreaterThan(2);
});
