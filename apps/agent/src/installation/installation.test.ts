import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Enrolment, parseEnrolment } from './enrolment.ts';
import { type Layout, layoutOf } from './layout.ts';
import { provision, TOKEN_FILE } from './provision.ts';
import { parseServiceConfig, serviceConfigText } from './serviceConfig.ts';

/** A file with directories, each with these settings. */
const directory = (...each: object[]) =>
  JSON.stringify({
    server: 'https://a.example',
    directories: each.map((more) => ({
      name: 'Corp',
      url: 'ldaps://dc1.example',
      bind: 'reader',
      password_file: '/etc/p',
      ...more,
    })),
  });

describe('the configuration of the service', () => {
  it('needs a server and nothing else', () => {
    expect(parseServiceConfig('{"server":"https://scout.northwind.example"}', 'agent.json')).toEqual({
      server: 'https://scout.northwind.example',
      allow_cleartext: false,
      upgrade: true,
      central: true,
      network: {},
    });
  });

  it('has how the server is reached, and writes it as it was read', () => {
    const text = serviceConfigText({
      server: 'https://scout.northwind.example',
      allow_cleartext: false,
      upgrade: true,
      central: true,
      network: { caFile: '/etc/ssl/northwind.pem', proxy: 'http://proxy:3128', pins: [`${'a'.repeat(43)}=`] },
    });
    expect(JSON.parse(text)).toMatchObject({ ca_file: '/etc/ssl/northwind.pem', proxy: 'http://proxy:3128' });
    expect(serviceConfigText(parseServiceConfig(text, 'agent.json'))).toBe(text);
  });

  it('has directories to read, and writes them as they were read', () => {
    const text = serviceConfigText(parseServiceConfig(directory({ base: 'DC=corp' }), 'agent.json'));
    expect(JSON.parse(text).directories).toEqual(JSON.parse(directory({ base: 'DC=corp' })).directories);
  });

  it.each([
    ['{', /is not JSON/],
    ['{"server":"https://a.example","proxy":"http://me:secret@proxy"}', /must not hold a user name/],
    ['{"server":"https://a.example","pins":["x"]}', /is not a pin/],
    ['{"server":"https://a.example","client_key":"k.pem"}', /belong together/],
    ['{}', /"server"/],
    ['{"server":"https://a.example","sources":[]}', /"sources"/],
    ['{"server":"https://a.example","sources":"journald:"}', /"sources"/],
    ['{"server":"https://a.example","upgrade":"no"}', /"upgrade"/],
    ['{"server":"https://a.example","heartbeat":0}', /"heartbeat"/],
    ['{"server":"https://a.example","host":7}', /"host"/],
    ['{"server":"https://a.example","release_url":"files"}', /"release_url": 'files' is not an http/],
    ['{"server":"https://a.example","directories":{}}', /"directories" must be a list/],
    ['{"server":"https://a.example","directories":[{"name":"Corp"}]}', /"directories": "url" is missing/],
    [directory({ url: 'https://dc1.example' }), /"directories": "url" must be an address/],
    [directory({ url: 'ldaps://reader:secret@dc1.example' }), /"directories": "url" must be an address/],
    [directory({ password: 'secret' }), /"directories": "password" is unknown/],
    [directory({ keytab_file: '/etc/k' }), /"directories": give each either/],
    [directory({ kdc: 'dc2.example' }), /"directories": "kdc" is for a "keytab_file"/],
    [directory({}, {}), /"directories": two have the same name/],
  ])('%s is refused with a message that names file and field', (text, reason) => {
    expect(() => parseServiceConfig(text, 'agent.json')).toThrow(reason);
    expect(() => parseServiceConfig(text, 'agent.json')).toThrow(/^agent\.json/);
  });
});

it('a package configuration is refused when it is damaged or would allow cleartext', () => {
  const carried = { server: 'http://scout.northwind.example', token: 't', release_key: 'k' };
  expect(() => parseEnrolment('{"server":', 'x')).toThrow(/damaged/);
  expect(() => parseEnrolment(JSON.stringify({ ...carried, token: 1 }), 'x')).toThrow(/damaged/);
  expect(() => parseEnrolment(JSON.stringify(carried), 'x')).toThrow(/is not encrypted/);
  expect(parseEnrolment(JSON.stringify({ ...carried, allow_cleartext: true }), 'x').token).toBe('t');
});

it.each(['linux', 'darwin', 'win32'] as const)(
  'the layout of %s keeps settings and state apart',
  (platform) => {
    const { config, state, releaseKey, current } = layoutOf(platform);
    expect(new Set([config, state, releaseKey, current]).size).toBe(4);
  },
);

describe.skipIf(process.platform === 'win32')('provisioning', () => {
  let folder: string;
  let layout: Layout;
  const enrolment: Enrolment = {
    server: 'https://scout.northwind.example',
    token: 'scout_enrol_x',
    allowCleartext: false,
    releaseKey: 'PEM',
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-provision-'));
    layout = {
      ...layoutOf('linux'),
      config: join(folder, 'etc', 'agent.json'),
      releaseKey: join(folder, 'etc', 'release-key.pem'),
      followingKey: join(folder, 'opt', 'release-key.pem'),
      state: join(folder, 'state'),
    };
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps the token readable by the service alone, and an administrator’s settings', async () => {
    await provision(layout, enrolment);
    expect((await stat(join(layout.state, TOKEN_FILE))).mode & 0o777).toBe(0o600);
    const written = JSON.parse(await readFile(layout.config, 'utf8'));
    await writeFile(layout.config, JSON.stringify({ ...written, sources: ['journald:'], upgrade: false }));
    await provision(layout, { ...enrolment, server: 'https://scout.alder.example' });
    expect(JSON.parse(await readFile(layout.config, 'utf8'))).toEqual({
      server: 'https://scout.alder.example',
      allow_cleartext: false,
      central: true,
      sources: ['journald:'],
      upgrade: false,
    });
  });

  it('follows no link that the service left', async () => {
    const victim = join(folder, 'victim');
    await writeFile(victim, 'untouched');
    await mkdir(layout.state);
    await symlink(victim, join(layout.state, TOKEN_FILE));
    await provision(layout, enrolment);
    expect(await readFile(victim, 'utf8')).toBe('untouched');
    expect(await readFile(join(layout.state, TOKEN_FILE), 'utf8')).toBe('scout_enrol_x\n');
  });
});
