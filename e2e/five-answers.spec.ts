import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type CaseRow, machineText, personText } from '@scout/contract';
import { clientOf, type TestClient } from '@scout/testkit/as';
import { expect, test } from './support/fixtures.ts';
import { startScout } from './support/scout.ts';
import { signIn } from './support/signIn.ts';

/** Screens of a desk, of a tablet and of a phone. */
const VIEWPORTS = [
  [1440, 900],
  [768, 1024],
  [360, 780],
] as const;

/** The five screens of the product, and the accounts of which one leads on each in the sample: of two equally severe ones the hour decides. */
const DASHBOARDS: readonly [path: string, leads: readonly string[]][] = [
  ['/dashboard', ['svc.swift']],
  ['/dashboard/service-accounts', ['svc.swift']],
  ['/dashboard/failed-logons', ['svc.payments']],
  ['/dashboard/interactive-logons', ['svc.datalake', 'svc.billing']],
  ['/dashboard/infrastructure', ['svc.swift']],
];

/** All text within the first screen, as displayed. */
const textInView = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent.trim() || node.parentElement.closest('.sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { top, bottom, left, right, width } = range.getBoundingClientRect();
      const isShown = node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (isShown && width > 1 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth) seen.push(node.textContent);
    }
    return seen.join(' ').replaceAll(/\\s+/g, ' ');
  })()`);

/** A name, also where its end is kept apart so that its middle can be cut. */
const literally = (text: string) => new RegExp(text.replaceAll(/[.\\]/g, '\\$&').replaceAll('-', ' ?-'), 'i');

/** Who, from where, against what, since when, what next. A case without a source or a server has no such answer. */
const answersOf = (of: CaseRow): Record<string, RegExp | undefined> => ({
  who: literally(personText(of)),
  'from where': of.sources[0] === undefined ? undefined : literally(machineText(of.sources[0])),
  'against what': literally(
    machineText(of.destinations.find((name) => name !== of.sources[0]) ?? of.account),
  ),
  // With the year, if it is another.
  'since when': /(?:Since|First seen) [A-Z][a-z]{2} \d{2}(?:, \d{4})? \d{2}:\d{2}:\d{2}/,
  'what next': /Next: \w+/,
});

async function expectAnswers(page: Page, path: string, found: CaseRow): Promise<void> {
  await page.goto(path);
  for (const [width, height] of VIEWPORTS) {
    await page.setViewportSize({ width, height });
    for (const [question, answer] of Object.entries({
      account: literally(found.account),
      ...answersOf(found),
    }))
      if (answer !== undefined)
        await expect.poll(() => textInView(page), `${path} at ${width} pixels: ${question}`).toMatch(answer);
  }
}

/** All cases of the sample's thirty days, once they are ingested and assessed. */
async function casesOf({ api }: TestClient): Promise<CaseRow[]> {
  const known = async () => (await api.cases({ status: 'active', limit: 100 })).cases;
  const accounts = async () => (await known()).map(({ account }) => account);
  const stories = ['svc.swift', 'svc.payments', 'svc.billing', 'svc.datalake'];
  await expect.poll(accounts, { timeout: 240_000 }).toEqual(expect.arrayContaining(stories));
  return known();
}

test('five answers: the first screen of every dashboard and of a case says who, from where, against what, since when, and what next', async ({
  browser,
  ownOrigins,
}) => {
  test.setTimeout(360_000);
  await using scout = await startScout({ SCOUT_SAMPLE: 'on' });
  ownOrigins.add(scout.url);
  const { admin } = JSON.parse(await readFile(join(scout.dataDir, 'sample/sign-in.json'), 'utf8')) as {
    admin: { email: string; password: string };
  };
  const signedIn = await clientOf(scout).api.authToken({ query: { grant_type: 'password' }, body: admin });
  const client = clientOf(scout, signedIn.session.access_token);
  const cases = await casesOf(client);
  const caseOf = (account: string) => cases.find((each) => each.account === account)!;
  await using context = await browser.newContext({ baseURL: scout.url });
  const page = await context.newPage();
  await signIn(page, admin);

  for (const [path, leads] of DASHBOARDS)
    await test.step(path, async () => {
      await page.goto(path);
      const link = page
        .getByRole('region', { name: 'Most severe case' })
        .getByRole('link', { name: 'Open case' });
      const opened = await link.getAttribute('href');
      const lead = cases.find(({ number }) => opened?.endsWith(`/cases/${number}`));
      expect(leads, `${path} leads to ${opened}`).toContain(lead?.account);
      await expectAnswers(page, path, lead!);
    });
  for (const found of cases)
    await test.step(`case ${found.number} of ${found.account}`, () =>
      expectAnswers(page, `/cases/${found.number}`, found));
  await test.step('after an acknowledgment the next case leads', async () => {
    await client.api.casesAcknowledge({ number: caseOf('svc.swift').number });
    await expectAnswers(page, '/dashboard', caseOf('svc.payments'));
  });
});
