import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { eventLines, eventually, PackagesFixture } from './packagesFixture.ts';
import { Wine } from './wine.ts';

const LOG = 'dl/security.xml';
const CONFIG = 'ProgramData/Scout/agent.json';

describe.skipIf(!Wine.isThere())('on Windows, by Wine', () => {
  let fixture: PackagesFixture;
  let wine: Wine;
  beforeAll(async () => {
    [fixture, wine] = await Promise.all([
      PackagesFixture.open(({ platform }) => platform === 'windows'),
      Wine.open(),
    ]);
  }, 600_000);
  afterAll(async () => {
    await wine[Symbol.asyncDispose]();
    await fixture.close();
  });

  it('run without installation takes the configuration appended to the program', async () => {
    await fixture.offer('0.1.0');
    const bank = await fixture.organization('Alder Health');
    await writeFile(wine.path(LOG), eventLines(1, 3));
    await writeFile(wine.path('dl/scout-agent-latest.exe'), await fixture.download(bank, 'windows'));
    const args = ['run', '--once', '--state', 'C:\\dl\\state', '--source', 'file:C:\\dl\\security.xml'];
    await wine.ok('C:\\dl\\scout-agent-latest.exe', ...args);
    expect(await fixture.stored(bank)).toEqual([1, 2, 3]);
  });

  it('the .exe installs itself as a service, ships, upgrades itself and uninstalls', async () => {
    await fixture.offer('0.1.0');
    const bank = await fixture.organization('Northwind Bank');
    const log = () => readFile(wine.path('ProgramData/Scout/agent.log'), 'utf8').catch(() => 'no log');
    onTestFailed(async () => {
      process.stderr.write(`${await log()}\n`);
    });
    await writeFile(wine.path(LOG), eventLines(1, 3));
    await writeFile(wine.path('dl/scout-agent-latest.exe'), await fixture.download(bank, 'windows'));
    await wine.ok(
      'C:\\dl\\scout-agent-latest.exe',
      'install',
      '--source',
      'file:C:\\dl\\security.xml',
      '--host',
      'FIN-LAPTOP3',
    );
    await eventually(
      () => fixture.stored(bank),
      (ids) => ids.length === 3,
    );
    expect(await fixture.agent(bank)).toMatchObject({ host: 'FIN-LAPTOP3', version: '0.1.0' });
    const program = await readFile(wine.path('Program Files/Scout Agent/scout-agent.exe'));
    // Contains the words searched by redaction, but no whole token.
    expect(program.toString('latin1'), 'the token is not kept with the program').not.toMatch(
      /scout_enrol_[\w-]{43}/,
    );
    await eventually(
      async () => existsSync(wine.path('ProgramData/Scout/agent/enrolment-token')),
      (there) => !there,
    );

    // Stopped and started by the service manager.
    const host = 'C:\\Program Files\\Scout Agent\\scout-service.exe';
    await wine.ok(host, 'stop');
    await appendFile(wine.path(LOG), eventLines(4, 5));
    const config = JSON.parse(await readFile(wine.path(CONFIG), 'utf8'));
    await writeFile(wine.path(CONFIG), JSON.stringify({ ...config, heartbeat: 0.5 }));
    await wine.ok(host, 'start');
    await eventually(
      () => fixture.stored(bank),
      (ids) => ids.length === 5,
    );

    // Exceeds the maximum size of a log while the agent is running.
    await appendFile(wine.path('ProgramData/Scout/agent.log'), `${'x'.repeat(99)}\n`.repeat(55_000));
    await fixture.offer('0.2.0');
    await fixture.upgrade(bank, '0.2.0');
    await eventually(
      async () => ({
        ...(await fixture.agent(bank)),
        log: (await log())
          .split('\n')
          .filter((line) => !line.startsWith('x'))
          .slice(-12),
      }),
      ({ version }) => version === '0.2.0',
      150_000,
    );
    await appendFile(wine.path(LOG), eventLines(6, 7));
    await eventually(
      () => fixture.stored(bank),
      (ids) => ids.length === 7,
    );
    expect(await fixture.stored(bank)).toEqual([1, 2, 3, 4, 5, 6, 7]);

    expect(await log()).not.toContain('xxx');
    expect(await readFile(wine.path('ProgramData/Scout/agent.old.log'), 'utf8')).toContain('xxx');

    // An interrupted verification is completed when the service starts.
    const pending = wine.path('Program Files/Scout Agent/pending.json');
    await eventually(
      async () => existsSync(pending),
      (there) => !there,
    );
    await wine.ok(host, 'stop');
    await writeFile(pending, '{"version":"0.2.0"}');
    await wine.ok(host, 'start');
    await eventually(
      async () => existsSync(pending),
      (there) => !there,
    );

    // The program that installed the upgrade may still be exiting.
    const uninstall = () => wine.run('C:\\dl\\scout-agent-latest.exe', 'uninstall', '--purge');
    await eventually(uninstall, ({ code }) => code === 0);
    expect(existsSync(wine.path('ProgramData/Scout'))).toBe(false);
    expect(existsSync(wine.path('Program Files/Scout Agent'))).toBe(false);
    expect((await wine.run('sc', 'query', 'ScoutAgent')).code).not.toBe(0);
  });
});
