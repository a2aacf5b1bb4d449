import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { firstSteps, setUpLine } from '@scout/contract';
import { freePort } from '@scout/testkit/freePort';
import { leaveOut } from '../scripts/testTools.mjs';
import { fillSignUp, newPerson } from './support/account.ts';
import { signInOn, stepsOnPage } from './support/firstSteps.ts';
import { expect, test as withScout } from './support/fixtures.ts';
import { figure } from './support/table.ts';
import { type TypedLine, typeLine } from './support/terminal.ts';

/** A server just started by the first step, on an empty data directory. */
interface Started {
  readonly url: string;
  readonly terminal: TypedLine;
  readonly dataDir: string;
  /** A second terminal in the same folder. */
  type(line: string): TypedLine;
}

/** With the fixtures of all tests: others would be run after everything else, while one worker has nothing to do. */
const test = withScout.extend<{ started: Started }>({
  started: async ({ ownOrigins }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scout-first-'));
    await chmod(dataDir, 0o711);
    // The only difference for a new user: a port and a folder unused by other programs on this machine.
    const env = {
      ...process.env,
      PORT: String(await freePort()),
      SCOUT_DATA_DIR: dataDir,
      SCOUT_BUILD_AGENTS: 'off',
    };
    {
      await using terminal = typeLine('npm start', env);
      const [, url] = await terminal.says(/^Scout is ready at (\S+)$[\s\S]*on the front page\.$/m);
      ownOrigins.add(url!);
      await use({ url: url!, terminal, dataDir, type: (line) => typeLine(line, env) });
    }
    await rm(dataDir, { recursive: true, force: true });
  },
  // Opened after the server and therefore closed before it: an open page reports that its server stops.
  page: async ({ started: _, page }, use) => use(page),
});

test.setTimeout(240_000);
// The frame of a mail runs no scripts, and reports those that all tests add to pages.
test.use({ expectedMessages: /\/dev\/inbox\// });
const arrived = 'Your first event has arrived';

async function signInAt(page: Page, { address, email, password }: ReturnType<typeof signInOn>) {
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

test('the front page’s steps, typed as shown, lead to events on the dashboards', async ({
  page,
  started,
}) => {
  const { url, dataDir, type } = started;
  await page.goto(url);
  const steps = await stepsOnPage(page);
  expect(steps).toEqual(firstSteps({ server: url }).map(({ title, lines }) => ({ title, lines })));
  const [server, organization, agent, example, dashboards] = steps;
  expect(server!.lines).toEqual(['npm start']);
  expect(started.terminal.output).toContain(`  ${organization!.lines[0]}\n`);

  await using setUp = type(organization!.lines[0]!);
  expect(await setUp.ended, setUp.output).toBe(0);
  const person = signInOn(setUp.output);
  const printed = [...agent!.lines, ...example!.lines].map((line) =>
    line.replaceAll('TOKEN', person.token).replaceAll('./data/', `${dataDir}/`),
  );
  // It printed the page's lines, with this token and this folder.
  for (const line of printed) expect(setUp.output).toContain(`  ${line}\n`);

  expect(dashboards!.lines).toEqual([]);
  await signInAt(page, person);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('No machine sends events yet')).toBeVisible();

  const [, write, read] = printed;
  await using written = type(write!);
  expect(await written.ended, written.output).toBe(0);
  await using reading = type(read!);
  // The page is not reloaded.
  await expect(page.getByRole('heading', { name: arrived }), reading.output).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/is on your dashboards: 11 events are stored/)).toBeVisible();
  for (const name of ['Service Account Incidents', 'Failed Logons', 'Interactive Logons'])
    await expect(figure(page, name)).toHaveText('1', { timeout: 30_000 });

  await expect(page.getByText(/you cleared the security log as svc\.example/).first()).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: arrived })).toHaveCount(0);
  await page.reload();
  await expect(figure(page, 'Failed Logons')).toHaveText('1');
  await expect(page.getByRole('heading', { name: arrived })).toHaveCount(0);
});

test('signing up in the browser starts a subscription and leads from an empty dashboard to an agent', async ({
  page,
  started,
}) => {
  const { url, dataDir, type } = started;
  const person = newPerson();
  await page.goto(`${url}/register`);
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/confirm\?/);
  await expect(page.getByText('spam folder')).toHaveCount(0);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'inbox of this machine' }).click();
  const inbox = await opened;
  await inbox
    .getByRole('link', { name: /confirm/i })
    .first()
    .click();
  const mail = inbox.frameLocator('iframe').locator('body');
  await expect(mail).toContainText(/\b\d{6}\b/);
  const [code] = /\b\d{6}\b/.exec(await mail.innerText())!;
  await inbox.close();
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(page.getByText('No machine sends events yet')).toBeVisible();

  await page
    .getByRole('navigation', { name: 'The four dashboards' })
    .getByRole('link', { name: /Failed Logons/ })
    .click();
  await page.getByRole('link', { name: 'Get an agent' }).first().click();
  await expect(page).toHaveURL(`${url}/settings/agent`);
  await page.getByRole('button', { name: 'Use the machine running Scout' }).click();
  const shown = page.getByRole('region', { name: 'Fleet' }).locator('code');
  await expect(shown).toHaveCount(3);
  // The page knows Scout's folder, but not this server's separate data directory.
  const [, write, read] = (await shown.allInnerTexts()).map((line) =>
    line.replaceAll('./data/', `${dataDir}/`),
  );
  await using written = type(write!);
  expect(await written.ended, written.output).toBe(0);
  await using reading = type(read!);
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('heading', { name: arrived }), reading.output).toBeVisible({ timeout: 60_000 });
  await expect(figure(page, 'Failed Logons')).toHaveText('1', { timeout: 30_000 });
});

/** Reason why a machine with a journal cannot run here; null if it can. */
function obstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this is not root on Linux';
  const programs = ['/lib/systemd/systemd-journald', '/usr/sbin/sshd', '/usr/sbin/rsyslogd', '/usr/bin/su'];
  const missing = programs.find((program) => !existsSync(program));
  if (missing !== undefined) return `${missing} is not installed`;
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? null : 'mount namespaces are not allowed here';
}

test('the command of the third step, as shown, sends the journal of this machine', async ({
  page,
  started,
}) => {
  const reason = obstacle();
  if (reason !== null) leaveOut('the first steps on a journal', reason);
  test.skip(reason !== null, reason ?? '');
  const { dataDir, type } = started;
  await using setUp = type(setUpLine);
  expect(await setUp.ended, setUp.output).toBe(0);
  const person = signInOn(setUp.output);
  const [, line] = /^ {2}(npm run -s agent -- .*)$/m.exec(setUp.output)!;
  const machine = join(dataDir, 'machine');
  await mkdir(machine);
  for (const key of ['hostkey', 'key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(machine, key)]);
  // A person logs in by sshd and su; then the line is typed.
  const script = 'apps/agent/test/linux/live.sh';
  await using reading = type(`unshare --mount sh ${script} ${machine} ${await freePort()} ${line}`);
  await signInAt(page, person);
  await expect(page.getByRole('heading', { name: arrived }), reading.output).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(`${hostname()} is on your dashboards`)).toBeVisible();
});

test('the README has the same steps', async () => {
  const readme = await readFile('README.md', 'utf8');
  const lines = firstSteps({ server: 'http://127.0.0.1:8080' }).flatMap((step) => step.lines);
  expect(lines.filter((line) => !readme.includes(`\n    ${line}\n`))).toEqual([]);
});
