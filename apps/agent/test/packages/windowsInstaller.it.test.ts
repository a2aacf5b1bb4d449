import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { TestOrganization } from '@scout/testkit';
import { describe, expect, it, onTestFailed } from 'vitest';
import { eventLines, eventually } from './packagesFixture.ts';
import { Wine } from './wine.ts';
import { wineScene } from './wineScene.ts';

const CONFIG = 'ProgramData/Scout/agent.json';
const PROGRAMS = 'Program Files/Scout Agent';
const HOST = 'C:\\Program Files\\Scout Agent\\scout-service.exe';

describe.skipIf(!Wine.isThere())('the .msi on Windows, by Wine', () => {
  const scene = wineScene();

  /** Saves the plain package of the offered release as `C:\dl\NAME`. */
  async function fetchInstaller(name: string): Promise<void> {
    const answer = await fetch(`${scene.fixture.server.url}/releases/latest/windows/scout-agent-latest.msi`);
    expect(answer.status).toBe(200);
    await writeFile(scene.wine.path(`dl/${name}`), Buffer.from(await answer.arrayBuffer()));
  }

  const msiexec = (...words: string[]) =>
    scene.wine.run('msiexec', ...words, '/qn', '/l*v', 'C:\\dl\\msi.log');
  const installerLog = () => readFile(scene.wine.path('dl/msi.log'), 'utf8').catch(() => 'no log');

  async function tokenOf(organization: TestOrganization): Promise<string> {
    const { api } = await organization.as('admin');
    return (await api.enrolmentsCreate({ label: 'Rollout' })).token;
  }

  const seen = (bank: TestOrganization, version: string) =>
    eventually(
      () => scene.fixture.agent(bank).catch(() => null),
      (agent) => agent?.version === version,
    );

  it('installs, upgrades, repairs and removes the agent without a question', async () => {
    onTestFailed(async () => {
      const log = await readFile(scene.wine.path('ProgramData/Scout/agent.log'), 'utf8').catch(
        () => 'no log',
      );
      process.stderr.write(`${(await installerLog()).slice(-6_000)}\n${log.slice(-3_000)}\n`);
    });
    await scene.fixture.offer('0.1.0');
    const bank = await scene.fixture.organization('Northwind Bank');
    await fetchInstaller('agent.msi');

    const nameless = await msiexec('/i', 'C:\\dl\\agent.msi');
    expect(nameless.code, 'without a server nothing is installed').not.toBe(0);
    expect(existsSync(scene.wine.path(PROGRAMS))).toBe(false);

    await writeFile(scene.wine.path('dl/token.txt'), `${await tokenOf(bank)}\r\n`);
    const properties = [`SERVER=${scene.fixture.server.url}`, 'TOKENFILE=C:\\dl\\token.txt'];
    expect((await msiexec('/i', 'C:\\dl\\agent.msi', ...properties)).code).toBe(0);
    const first = await seen(bank, '0.1.0');
    const config = JSON.parse(await readFile(scene.wine.path(CONFIG), 'utf8'));
    expect(config).toMatchObject({ server: scene.fixture.server.url, upgrade: true });
    const source = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\EventLog\\Application\\ScoutAgent';
    expect(await scene.wine.ok('reg', 'query', source)).toContain('EventCreate.exe');
    const refused = await scene.wine.run('C:\\Program Files\\Scout Agent\\scout-agent.exe', 'uninstall');
    expect(refused.said).toMatch(/came as an \.msi: remove it in Installed apps/);

    await scene.wine.ok(HOST, 'stop');
    await writeFile(scene.wine.path('dl/security.xml'), eventLines(1, 3));
    const sources = ['file:C:\\dl\\security.xml'];
    await writeFile(scene.wine.path(CONFIG), JSON.stringify({ ...config, sources, heartbeat: 1 }));

    // An upgrade takes the settings that are there, and starts the service.
    await scene.fixture.offer('0.2.0');
    await fetchInstaller('newer.msi');
    expect((await msiexec('/i', 'C:\\dl\\newer.msi')).code).toBe(0);
    const second = await seen(bank, '0.2.0');
    expect(second?.agent_id).toBe(first?.agent_id);
    await eventually(
      () => scene.fixture.stored(bank),
      (ids) => ids.length === 3,
    );
    expect(JSON.parse(await readFile(scene.wine.path(CONFIG), 'utf8'))).toMatchObject({ sources });

    expect((await msiexec('/x', 'C:\\dl\\newer.msi')).code).toBe(0);
    expect((await scene.wine.run('sc', 'query', 'ScoutAgent')).code).not.toBe(0);
    expect(existsSync(scene.wine.path(PROGRAMS))).toBe(false);
    expect(existsSync(scene.wine.path(CONFIG)), 'settings and state are kept').toBe(true);

    // Installed again, it continues with them; Wine forgets related products only after an upgrade.
    expect((await msiexec('/i', 'C:\\dl\\newer.msi')).code).toBe(0);
    expect((await msiexec('/i', 'C:\\dl\\agent.msi')).code, 'an older one does not replace it').not.toBe(0);
    await scene.wine.ok(HOST, 'stop');
    await rm(scene.wine.path(`${PROGRAMS}/scout-agent.exe`));
    await writeFile(scene.wine.path('dl/security.xml'), eventLines(1, 5));
    // A repair brings back what is missing, and takes no settings.
    const repair = ['REINSTALL=ALL', 'REINSTALLMODE=omus', 'SERVER=https://elsewhere.example'];
    expect((await msiexec('/i', 'C:\\dl\\newer.msi', ...repair)).code).toBe(0);
    expect(existsSync(scene.wine.path(`${PROGRAMS}/scout-agent.exe`))).toBe(true);
    expect(JSON.parse(await readFile(scene.wine.path(CONFIG), 'utf8')).server).toBe(scene.fixture.server.url);
    await eventually(
      () => scene.fixture.stored(bank),
      (ids) => ids.length === 5,
    );
    expect(await scene.fixture.stored(bank)).toEqual([1, 2, 3, 4, 5]);
  });
});
