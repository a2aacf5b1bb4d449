import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localSettings } from '@scout/contract/agentConfiguration';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../test/memoryDisk.ts';
import { silentLog } from '../../test/silentLog.ts';
import { type ServiceConfig, serviceConfigText } from '../installation/serviceConfig.ts';
import { CentralConfiguration, type CentralOptions } from './centralConfiguration.ts';
import type { LocalRules } from './localRules.ts';
import { Names } from './names.ts';
import { isQuiet } from './quietHours.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const AGENT = '9e3f2c1a-0000-4000-8000-000000000001';
const GROUP = '9e3f2c1a-0000-4000-8000-000000000002';
const folder = mkdtempSync(join(tmpdir(), 'scout-central-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rules: LocalRules = {
  isCentral: true,
  paths: [folder],
  ownSources: ['file:/var/log/own.xml'],
  hasFixedSources: false,
  hasOwnProxy: false,
  isCleartext: false,
  sources: { wevtutil: 'wevtutil', windowsPollMs: 1_000, names: new Names() },
  platform: 'linux',
};

let disk: MemoryDisk;
let log: ReturnType<typeof silentLog>;
let changes: number;
let memory: CentralOptions['memory'];
/** Result of the attempt by another way. */
let problem: string | null;
let key: string | null;

beforeEach(() => {
  disk = new MemoryDisk();
  log = silentLog();
  changes = 0;
  memory = { refused: null };
  problem = null;
  key = KEY;
});

const open = (some: Partial<LocalRules> = {}) =>
  CentralConfiguration.open(
    {
      fs: disk,
      folder: 'state',
      rules: { ...rules, ...some },
      serverBy: () => ({ heartbeat: () => Promise.reject(new Error('not asked')) }),
      changed: () => {
        changes += 1;
      },
      memory,
      log,
    },
    {
      server: 'https://scout.northwind.example',
      agent_id: AGENT,
      credential: 'c',
      first_batch: 1,
      enrolled_at: '2026-01-01T00:00:00.000Z',
      ...(key !== null && { configuration_key: key }),
    },
  );

const documentOf = (settings: object, version: number, more: object = {}) =>
  JSON.stringify({
    agent_id: AGENT,
    issued_at: new Date(Date.UTC(2026, 0, version)).toISOString(),
    group: { group_id: GROUP, name: 'Web servers', version },
    settings,
    ...more,
  });
const signed = (document: string) => ({
  document,
  signature: sign(null, Buffer.from(document), privateKey).toString('base64'),
});
const credentials = {
  identity: { agentId: AGENT, credential: 'c' },
  get configurationKey() {
    return key;
  },
  pinConfigurationKey: async (given: string) => {
    key = given;
  },
};
const hear = (central: CentralConfiguration, configuration: unknown, configurationKey?: unknown) =>
  central.hear({ configuration, configurationKey }, { credentials, ask: async () => problem });

describe('a configuration of the group', () => {
  it('is used, kept for the next start, and reported', async () => {
    const central = await open();
    const settings = { tags: ['web'], events_per_second: 50 };
    await hear(central, signed(documentOf(settings, 2)));
    expect(central.settings).toEqual(settings);
    expect(central.report(credentials)).toMatchObject({
      applied: { group_id: GROUP, version: 2 },
      refused: null,
    });
    expect(changes, 'rate and tags need no new start').toBe(0);
    expect((await open()).settings).toEqual(settings);
  });

  it('starts reading again for other sources, and only then', async () => {
    const central = await open();
    await hear(central, signed(documentOf({ sources: ['journald:'] }, 2)));
    expect(changes).toBe(1);
    await hear(central, signed(documentOf({ sources: ['journald:'], tags: ['a'] }, 3)));
    expect(changes).toBe(1);
    await hear(central, signed(documentOf({}, 4, { group: null })));
    expect([changes, central.settings, central.report(credentials).applied]).toEqual([2, {}, null]);
  });

  it('needs a key, which is pinned once', async () => {
    key = null;
    const central = await open();
    await hear(central, signed(documentOf({ tags: ['a'] }, 2)), 'not a key');
    expect([key, central.settings]).toEqual([null, {}]);
    await hear(central, undefined, KEY);
    expect(key).toBe(KEY);
    expect(central.report(credentials).key).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    [
      'another signature',
      () => ({ ...signed(documentOf({}, 2)), signature: 'AAAA' }),
      /not signed by the key/,
    ],
    [
      'a changed document',
      () => ({ ...signed(documentOf({}, 2)), document: documentOf({ tags: ['x'] }, 2) }),
      /not signed/,
    ],
    ['another machine', () => signed(documentOf({}, 2, { agent_id: GROUP })), /another machine/],
    [
      'an older document',
      () => signed(documentOf({}, 2, { issued_at: '2025-12-31T00:00:00.000Z' })),
      /older than the one in use/,
    ],
    [
      'an unknown setting',
      () => signed(documentOf({ command: 'id' }, 2)),
      /does not know the setting 'command'/,
    ],
    [
      'a local setting',
      () => signed(documentOf({ server: 'https://elsewhere.example' }, 2)),
      /only be set on the machine/,
    ],
    [
      'a source of another system',
      () => signed(documentOf({ sources: ['windows:'] }, 2)),
      /only be read on Windows/,
    ],
    [
      'a file elsewhere',
      () => signed(documentOf({ sources: ['file:/etc/shadow'] }, 2)),
      /outside of the folders/,
    ],
    [
      'too long a document',
      () => signed(documentOf({ tags: ['x'.repeat(20_000)] }, 2)),
      /not a signed document/,
    ],
    ['no object', () => 7, /not a signed document/],
  ])('is refused for %s, and the last good one stays', async (_name, received, reason) => {
    const central = await open();
    await hear(central, signed(documentOf({ tags: ['good'] }, 1)));
    await hear(central, received());
    expect(central.settings).toEqual({ tags: ['good'] });
    expect(central.report(credentials)).toMatchObject({
      applied: { version: 1 },
      refused: { message: expect.stringMatching(reason) },
    });
    await hear(central, received());
    expect(
      log.lines.filter((line) => line.includes('is refused')),
      'said once',
    ).toHaveLength(1);
    expect((await open()).settings).toEqual({ tags: ['good'] });
  });

  it('names files only in folders that the machine permits, also by links', async () => {
    const central = await open();
    symlinkSync('/etc', join(folder, 'link'));
    await hear(central, signed(documentOf({ sources: [`file:${folder}/link/shadow`] }, 2)));
    expect(central.report(credentials).refused?.message).toMatch(/outside of the folders/);
    await hear(
      central,
      signed(documentOf({ sources: [`file:${folder}/app.xml`, 'file:/var/log/own.xml'] }, 3)),
    );
    expect(central.settings.sources).toHaveLength(2);
  });

  it('is refused where the file of the machine says so', async () => {
    for (const [some, settings, reason] of [
      [{ isCentral: false }, { tags: ['a'] }, /"central": false/],
      [{ hasFixedSources: true }, { sources: ['journald:'] }, /An option of the service/],
      [{ hasOwnProxy: true }, { proxy: 'http://proxy.example:3128' }, /how the server is reached/],
      [{ isCleartext: true }, { proxy: 'http://proxy.example:3128' }, /has no TLS/],
    ] as const) {
      const central = await open(some);
      await hear(central, signed(documentOf(settings, 2)));
      expect(central.report(credentials)).toMatchObject({
        applied: null,
        refused: { group_id: GROUP, version: 2, message: expect.stringMatching(reason) },
      });
    }
  });

  it('tries a proxy before it uses it, and gives it up when the server stays silent', async () => {
    const proxy = 'http://proxy.example:3128';
    problem = 'proxy: connection refused';
    const central = await open();
    await hear(central, signed(documentOf({ proxy }, 2)));
    expect([changes, central.report(credentials).refused?.message]).toEqual([
      0,
      `The server is not reached through ${proxy}: ${problem}`,
    ]);
    problem = null;
    await hear(central, signed(documentOf({ proxy }, 3)));
    expect([changes, central.settings]).toEqual([1, { proxy }]);
    for (let missed = 0; missed < 20; missed += 1) await central.missed();
    expect([changes, central.settings]).toEqual([2, {}]);
    expect(central.report(credentials)).toMatchObject({ applied: null, refused: { version: 3 } });
    expect((await open()).settings).toEqual({});
  });
});

it('every setting of the file but sources and proxy is only the machine’s', () => {
  const config: Required<ServiceConfig> = {
    server: 'https://scout.northwind.example',
    allow_cleartext: false,
    sources: ['journald:'],
    upgrade: true,
    host: 'a',
    heartbeat: 30,
    release_url: 'https://files.example',
    group: 'Web',
    central: true,
    central_paths: ['/srv'],
    directories: [],
    network: {
      caFile: 'a',
      pins: [],
      clientCertificate: 'a',
      clientKey: 'a',
      proxy: 'none',
      proxyCredentials: 'a',
    },
  };
  const names = Object.keys(JSON.parse(serviceConfigText(config)));
  const central = ['sources', 'proxy'];
  expect(names.filter((name) => !central.includes(name)).sort()).toEqual(Object.keys(localSettings).sort());
});

describe('quiet hours', () => {
  // A Monday.
  const at = (day: number, time: string) => new Date(`2026-11-${23 + day}T${time}:00`);

  it.each([
    [{ days: [1], from: '08:00', to: '18:00' }, at(0, '07:59'), false],
    [{ days: [1], from: '08:00', to: '18:00' }, at(0, '08:00'), true],
    [{ days: [1], from: '08:00', to: '18:00' }, at(0, '18:00'), false],
    [{ days: [1], from: '08:00', to: '18:00' }, at(1, '12:00'), false],
    [{ days: [1], from: '22:00', to: '06:00' }, at(0, '23:00'), true],
    [{ days: [1], from: '22:00', to: '06:00' }, at(1, '05:59'), true],
    [{ days: [1], from: '22:00', to: '06:00' }, at(0, '05:00'), false],
  ])('%j at %s: %s', (hours, now, quiet) => {
    expect(isQuiet(hours, now)).toBe(quiet);
  });
});
