import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, expect, type Page } from '@playwright/test';
import { freePort } from '@scout/testkit/freePort';
import config from '../playwright.config.ts';
import { signInOn, stepsOnPage } from './support/firstSteps.ts';
import { type TypedLine, typeLine } from './support/terminal.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const out = join(root, 'build', 'first-steps');
const copy = join(out, 'scout');

const { values: flags } = parseArgs({ options: { help: { type: 'boolean' }, json: { type: 'boolean' } } });
const usage = `npm run -s record:steps -- [--json]

Walks a newcomer's path in a fresh copy of the last commit, from npm start to the first own event on a dashboard: types the lines that
the front page shows, with nothing but the free port and the pace of a machine that are not a newcomer's. Writes a picture of each
step to ${relative(process.cwd(), out)} and prints the seconds.
`;

/** A picture with its time. */
interface Taken {
  readonly picture: string;
  readonly what: string;
  /** Since the previous picture, and since npm start was typed. */
  readonly seconds: number;
  readonly total: number;
}

async function record(): Promise<Taken[]> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  execFileSync('git', ['clone', '--quiet', root, copy]);
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|SCOUT_|INIT_CWD)/.test(name));
  const env = {
    ...Object.fromEntries(own),
    PORT: String(await freePort()),
    // Packages for other machines, which would continue to build in a deleted copy.
    SCOUT_BUILD_AGENTS: 'off',
  };
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const terminal = await browser.newPage({ viewport: { width: 1100, height: 520 }, colorScheme: 'dark' });

  const taken: Taken[] = [];
  const start = Date.now();
  const take = async (what: string, from: Page) => {
    const total = (Date.now() - start) / 1000;
    const picture = `${taken.length + 1}-${what.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.png`;
    await from.screenshot({ path: join(out, picture) });
    taken.push({ picture, what, seconds: total - (taken.at(-1)?.total ?? 0), total });
  };
  const takeTerminal = async (what: string, typed: string, line: TypedLine) => {
    await terminal.setContent(
      '<body style="margin:0;background:#111419"><pre style="margin:0;padding:24px;background:#111419;color:#eceef1;font:14px/21px monospace;white-space:pre-wrap"></pre>',
    );
    await terminal.locator('pre').evaluate((element, text) => {
      element.textContent = text;
    }, `$ ${typed}\n${line.output}`);
    // The end is the part that people look at.
    await terminal.evaluate('scrollTo(0, document.body.scrollHeight)');
    await take(what, terminal);
  };

  try {
    await using server = typeLine('npm start', env, copy);
    const [, url] = await server.says(/^Scout is ready at (\S+)$[\s\S]*on the front page\.$/m);
    await takeTerminal('The server answers', 'npm start', server);

    await page.goto(url!);
    const [, organization, , example] = await stepsOnPage(page);
    await page.locator('#setup').scrollIntoViewIfNeeded();
    await take('The steps on the front page', page);

    const setUpLine = organization!.lines[0]!;
    await using setUp = typeLine(setUpLine, env, copy);
    if ((await setUp.ended) !== 0) throw new Error(setUp.output);
    await takeTerminal('The organization is made', setUpLine, setUp);

    const person = signInOn(setUp.output);
    await page.goto(person.address);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No machine sends events yet').waitFor();
    await take('Signed in', page);

    const [write, read] = example!.lines.map((line) => line.replaceAll('TOKEN', person.token));
    await using written = typeLine(write!, env, copy);
    if ((await written.ended) !== 0) throw new Error(written.output);
    await using agent = typeLine(read!, env, copy);
    await page.getByRole('heading', { name: 'Your first event has arrived' }).waitFor({ timeout: 60_000 });
    await take('The first event has arrived', page);
    await takeTerminal('The agent', read!, agent);

    await page
      .getByRole('link', { name: /Failed Logons/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Failed Logon Activity Log' })).toContainText(
      'svc.example',
    );
    await take('The first event on a dashboard', page);
  } finally {
    await browser.close();
    await rm(copy, { recursive: true, force: true });
  }
  return taken;
}

if (flags.help) process.stdout.write(usage);
else {
  const taken = await record();
  if (flags.json) process.stdout.write(`${JSON.stringify(taken, null, 2)}\n`);
  else {
    for (const { picture, what, seconds, total } of taken)
      process.stdout.write(
        `${total.toFixed(1).padStart(7)} s  (+${seconds.toFixed(1).padStart(5)} s)  ${what.padEnd(32)} ${relative(process.cwd(), join(out, picture))}\n`,
      );
  }
}
