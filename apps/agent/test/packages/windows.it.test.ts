import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFailed } from 'vitest';
import { eventLines, eventually } from './packagesFixture.ts';
import { Wine } from './wine.ts';
import { wineScene } from './wineScene.ts';

const LOG = 'dl/security.xml';
const CONFIG = 'ProgramData/Scout/agent.json';

describe.skipIf(!Wine.isThere())('on Windows, by Wine', () => {
  const scene = wineScene();

  it('run without installation takes the configuration appended to the program', async () => {
    await scene.fixture.offer('0.1.0');
    const bank = await scene.fixture.organization('Alder Health');
    await writeFile(scene.wine.path(LOG), eventLines(1, 3));
    await writeFile(
      scene.wine.path('dl/scout-agent-latest.exe'),
      await scene.fixture.download(bank, 'windows'),
    );
    const args = ['run', '--once', '--state', 'C:\\dl\\state', '--source', 'file:C:\\dl\\security.xml'];
    await scene.wine.ok('C:\\dl\\scout-agent-latest.exe', ...args);
    expect(await scene.fixture.stored(bank)).toEqual([1, 2, 3]);
  });

  it('the .exe installs itself as a service, ships, upgrades itself and uninstalls', async () => {
    await scene.fixture.offer('0.1.0');
    const bank = await scene.fixture.organization('Northwind Bank');
    const log = () => readFile(scene.wine.path('ProgramData/Scout/agent.log'), 'utf8').catch(() => 'no log');
    onTestFailed(async () => {
      process.stderr.write(`${await log()}\n`);
    });
    await writeFile(scene.wine.path(LOG), eventLines(1, 3));
    await writeFile(
      scene.wine.path('dl/scout-agent-latest.exe'),
      await scene.fixture.download(bank, 'windows'),
    );
    await scene.wine.ok(
      'C:\\dl\\scout-agent-latest.exe',
      'install',
      '--source',
      'file:C:\\dl\\security.xml',
      '--host',
      'FIN-LAPTOP3',
    );
    await eventually(
      () => scene.fixture.stored(bank),
      (ids) => ids.length === 3,
    );
    expect(await scene.fixture.agent(bank)).toMatchObject({ host: 'FIN-LAPTOP3', version: '0.1.0' });
    const program = await readFile(scene.wine.path('Program Files/Scout Agent/scout-agent.exe'));
    // Contains the words searched by redaction, but no whole token.
    expect(program.toString('latin1'), 'the token is not kept with the program').not.toMatch(
      /scout_enrol_[\w-]{43}/,
    );
    await eventually(
      async () => existsSync(scene.wine.path('ProgramData/Scout/agent/enrolment-token')),
      (there) => !there,
    );

    // Stopped and started by the service manager.
    const host = 'C:\\Program Files\\Scout Agent\\scout-service.exe';
    await scene.wine.ok(host, 'stop');
    await appendFile(scene.wine.path(LOG), eventLines(4, 5));
    const config = JSON.parse(await readFile(scene.wine.path(CONFIG), 'utf8'));
    await writeFile(scene.wine.path(CONFIG), JSON.stringify({ ...config, heartbeat: 0.5 }));
    await scene.wine.ok(host, 'start');
    await eventually(
      () => scene.fixture.stored(bank),
      (ids) => ids.length === 5,
    );

    // Exceeds the maximum size of a log while the agent is running.
    await appendFile(scene.wine.path('ProgramData/Scout/agent.log'), `${'x'.repeat(99)}\n`.repeat(55_000));
    await scene.fixture.offer('0.2.0');
    await scene.fixture.upgrade(bank, '0.2.0');
    await eventually(
      async () => ({
        ...(await scene.fixture.agent(bank)),
        log: (await log())
          .split('\n')
          .filter((line) => !line.startsWith('x'))
          .slice(-12),
      }),
      ({ version }) => version === '0.2.0',
      150_000,
    );
    await appendFile(scene.wine.path(LOG), eventLines(6, 7));
    await eventually(
      () => scene.fixture.stored(bank),
      (ids) => ids.length === 7,
    );
    expect(await scene.fixture.stored(bank)).toEqual([1, 2, 3, 4, 5, 6, 7]);

    expect(await log()).not.toContain('xxx');
    const older = await readFile(scene.wine.path('ProgramData/Scout/agent.old.log'), 'utf8');
    expect(older).toContain('xxx');
    // Both releases have the same runtime, which is nearly all of a program.
    const [, fetched] = /fetched (\d+) bytes of version 0\.2\.0/.exec(older + (await log())) ?? [];
    expect(Number(fetched)).toBeGreaterThan(0);
    expect(Number(fetched)).toBeLessThan(3_000_000);

    // An interrupted verification is completed when the service starts.
    const pending = scene.wine.path('Program Files/Scout Agent/pending.json');
    await eventually(
      async () => existsSync(pending),
      (there) => !there,
    );
    await scene.wine.ok(host, 'stop');
    await writeFile(pending, '{"version":"0.2.0"}');
    await scene.wine.ok(host, 'start');
    await eventually(
      async () => existsSync(pending),
      (there) => !there,
    );

    // The program that installed the upgrade may still be exiting.
    const uninstall = () => scene.wine.run('C:\\dl\\scout-agent-latest.exe', 'uninstall', '--purge');
    await eventually(uninstall, ({ code }) => code === 0);
    expect(existsSync(scene.wine.path('ProgramData/Scout'))).toBe(false);
    expect(existsSync(scene.wine.path('Program Files/Scout Agent'))).toBe(false);
    expect((await scene.wine.run('sc', 'query', 'ScoutAgent')).code).not.toBe(0);
  });
});
