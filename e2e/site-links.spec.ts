import { publicPaths } from '../apps/web/src/paths.ts';
import { expect, test } from './support/fixtures.ts';

/** Every address that a document links to or loads, including fragments. */
function linksOf(html: string, address: string): URL[] {
  const found = html.matchAll(/\s(?:href|src)="([^"]+)"/g);
  return Array.from(found, ([, link]) => new URL(link!.replaceAll('&amp;', '&'), address));
}

test('every internal link of every public page resolves, including its section', async ({
  page,
  request,
  scout,
}) => {
  test.setTimeout(180_000);
  const broken: string[] = [];
  const checked = new Map<string, boolean>();

  /** True when the address responds with a page other than the application's 'Page Not Found'. */
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

  for (const path of publicPaths) {
    const html = await (await request.get(path)).text();
    const internal = linksOf(html, scout.url + path).filter(({ origin }) => origin === scout.url);
    expect(internal.length, path).toBeGreaterThan(3);
    for (const { pathname, search, hash } of internal) {
      if (!(await resolves(pathname + search))) broken.push(`${path} → ${pathname}`);
      if (hash === '') continue;
      const target = await (await request.get(pathname)).text();
      if (!target.includes(`id="${hash.slice(1)}"`)) broken.push(`${path} → ${pathname}${hash}`);
    }
  }
  expect(broken).toEqual([]);
});

test('the sitemap lists exactly the public pages to be found', async ({ request, scout }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const named = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url!);
  expect(named).toContain(`${scout.url}/`);
  for (const url of named) {
    const path = new URL(url).pathname;
    expect(publicPaths).toContain(path);
    expect(await (await request.get(path)).text(), path).not.toContain('content="noindex"');
  }
});
