import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { hasTool, leaveOut } from '../../../../scripts/testTools.mjs';
import { eventLines, eventually, PackagesFixture } from './packagesFixture.ts';
import { TemporaryRoot } from './temporaryRoot.ts';

const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
const obstacle = TemporaryRoot.obstacle();
if (obstacle !== null) leaveOut("the agent's Linux packages under a systemd of their own", obstacle);

const LOG = '/var/log/security.xml';
const CONFIG = '/etc/scout-agent/agent.json';

describe.skipIf(obstacle !== null)('on a Linux with systemd', () => {
  let fixture: PackagesFixture;
  beforeAll(async () => {
    fixture = await PackagesFixture.open((wanted) => wanted.platform === 'linux' && wanted.arch === arch);
  }, 600_000);
  afterAll(() => fixture.close());

  async function openRoot(): Promise<TemporaryRoot> {
    const root = await TemporaryRoot.open();
    onTestFailed(async () => {
      process.stderr.write(await root.journal().catch(() => ''));
    });
    await root.write(LOG, '');
    await root.ok('chmod', '644', LOG);
    return root;
  }

  /** As an administrator would: another source, more frequent heartbeats, a shorter upgrade timeout. */
  async function configure(root: TemporaryRoot): Promise<void> {
    const config = JSON.parse(await root.ok('cat', CONFIG));
    await root.write(
      CONFIG,
      JSON.stringify({ ...config, sources: [`file:${LOG}`], heartbeat: 0.5, host: 'PRD-SQL01' }),
    );
    await root.ok('systemctl', 'restart', 'scout-agent');
  }

  const shows = async (root: TemporaryRoot, property: string) =>
    (await root.ok('systemctl', 'show', 'scout-agent', '--value', '-p', property)).trim();
  const isRunning = async (root: TemporaryRoot) =>
    (await root.run('systemctl', 'is-active', 'scout-agent')).stdout.trim();

  /** The service runs as an unprivileged user, and only it reads its secrets. */
  async function expectUnprivileged(root: TemporaryRoot): Promise<void> {
    const pid = await shows(root, 'MainPID');
    expect((await root.ok('ps', '-o', 'user:20=', '-p', pid)).trim()).toBe('scout-agent');
    expect(await root.ok('cat', `/proc/${pid}/status`)).toMatch(/CapEff:\t0+\n[\s\S]*NoNewPrivs:\t1/);
    const stat = async (path: string) => (await root.ok('stat', '-c', '%U %a', path)).trim();
    expect(await stat('/var/lib/scout-agent')).toBe('scout-agent 700');
    expect(await stat('/var/lib/scout-agent/credential.json')).toBe('scout-agent 600');
    expect(
      (await root.run('ls', '/etc/scout-agent/enrolment.json', '/var/lib/scout-agent/enrolment-token'))
        .stdout,
    ).not.toContain('\n/');
    expect(
      (await root.run('runuser', '-u', 'nobody', '--', 'ls', '/etc/scout-agent', '/var/lib/scout-agent'))
        .code,
    ).not.toBe(0);
    const groups = await root.ok('id', '-nG', 'scout-agent');
    expect(groups.trim().split(' ').sort()).toEqual(['adm', 'scout-agent', 'systemd-journal']);
  }

  it.skipIf(!hasTool('dpkg'))(
    'a .deb with a configuration enrolls itself, ships, is upgraded by dpkg and by itself, rolls back, and is gone after purge',
    async () => {
      await fixture.offer('0.1.0');
      const bank = await fixture.organization('Northwind Bank');
      await using root = await openRoot();
      await root.write('/root/agent.deb', await fixture.download(bank, 'linux', 'deb'));
      await root.ok('dpkg', '-i', '/root/agent.deb');
      await eventually(
        () => isRunning(root),
        (state) => state === 'active',
      );
      await configure(root);
      await root.write(LOG, eventLines(1, 3), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === 3,
      );
      await expectUnprivileged(root);
      expect(await fixture.agent(bank)).toMatchObject({ host: 'PRD-SQL01', version: '0.1.0' });

      // Killed, it restarts.
      await root.ok('systemctl', 'kill', '-s', 'KILL', 'scout-agent');
      await root.write(LOG, eventLines(4, 5), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === 5,
      );

      // With dpkg: the configuration stays.
      const before = await root.ok('cat', CONFIG);
      const plain = await fetch(
        `${fixture.server.url}/releases/latest/linux/scout-agent-latest${arch === 'arm64' ? '-arm64' : ''}.deb`,
      );
      await root.write('/root/plain.deb', Buffer.from(await plain.arrayBuffer()));
      await root.ok('dpkg', '-i', '/root/plain.deb');
      expect(await root.ok('cat', CONFIG)).toBe(before);

      // Automatically: root's unit installs what the agent has downloaded.
      await fixture.offer('0.2.0');
      // Not offered to it: heartbeats continue, and nothing is downloaded.
      const seenAt = async () => (await fixture.agent(bank)).last_seen_at;
      for (let beats = 0; beats < 4; beats += 1) {
        const before = await seenAt();
        await eventually(seenAt, (now) => now !== before);
      }
      expect((await root.run('ls', '/var/lib/scout-agent/upgrade')).code).not.toBe(0);
      expect(await fixture.agent(bank)).toMatchObject({ version: '0.1.0' });
      // One byte differs from the signed build: it is neither served nor installed, and this is reported.
      const mend = await fixture.spoil(
        '0.2.0',
        `linux/scout-agent-latest${arch === 'arm64' ? '-arm64' : ''}.tar.gz`,
      );
      await fixture.upgrade(bank, '0.2.0');
      await eventually(
        () => fixture.upgradeState(bank),
        (state) => state === 'failed',
      );
      expect(await fixture.agent(bank)).toMatchObject({ version: '0.1.0' });
      expect((await root.run('ls', '/var/lib/scout-agent/upgrade/package')).code).not.toBe(0);
      await mend();
      // It retries after an hour, or on startup.
      await root.ok('systemctl', 'restart', 'scout-agent');
      await eventually(
        () => fixture.agent(bank),
        ({ version }) => version === '0.2.0',
        150_000,
      );
      await eventually(
        async () => (await root.ok('readlink', '/opt/scout-agent/current')).trim(),
        (to) => to === 'releases/0.2.0/scout-agent',
      );
      await root.write(LOG, eventLines(6, 7), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === 7,
      );
      await expectUnprivileged(root);
      expect((await root.ok('stat', '-Lc', '%U %a', '/opt/scout-agent/current')).trim()).toBe('root 755');
      // Both releases have the same runtime, which is nearly all of a program.
      const said = await root.ok('journalctl', '-u', 'scout-agent', '--no-pager', '-o', 'cat');
      const [, fetched] = /fetched (\d+) bytes of version 0\.2\.0/.exec(said) ?? [];
      expect(Number(fetched)).toBeGreaterThan(0);
      expect(Number(fetched)).toBeLessThan(3_000_000);
      const installed = await root.ok('sha256sum', '/opt/scout-agent/current');
      expect(installed.split(' ')[0]).toBe(await fixture.programHash('0.2.0', arch));

      // A release that does not start: the previous one keeps running, and it is not attempted again.
      await eventually(
        async () => (await root.run('systemctl', 'is-active', 'scout-agent-upgrade')).stdout.trim(),
        (state) => state === 'inactive',
      );
      await root.ok('systemctl', 'restart', 'scout-agent');
      await root.ok('mkdir', '-p', '/etc/systemd/system/scout-agent-upgrade.service.d');
      await root.write(
        '/etc/systemd/system/scout-agent-upgrade.service.d/patience.conf',
        '[Service]\nExecStart=\nExecStart=/opt/scout-agent/proven apply-upgrade --patience 5\n',
      );
      await root.ok('systemctl', 'daemon-reload');
      await fixture.offer('0.3.0');
      await fixture.upgrade(bank, '0.3.0');
      // Interrupted before verification, as by a power failure: the verification is completed.
      await eventually(
        async () => (await root.run('readlink', '/opt/scout-agent/current')).stdout.trim(),
        (to) => to === 'releases/0.3.0/scout-agent',
        150_000,
      );
      await root.ok('systemctl', 'kill', '-s', 'KILL', 'scout-agent-upgrade.service');
      await eventually(
        async () => (await root.run('cat', '/var/lib/scout-agent/upgrade/refused.json')).stdout,
        (text) => text.includes('0.3.0'),
        150_000,
      );
      expect((await root.ok('readlink', '/opt/scout-agent/current')).trim()).toBe(
        'releases/0.2.0/scout-agent',
      );
      await eventually(
        () => isRunning(root),
        (state) => state === 'active',
      );
      await root.write(LOG, eventLines(8, 9), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === 9,
      );
      expect(await fixture.stored(bank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect((await fixture.agent(bank)).version).toBe('0.2.0');
      await eventually(
        () => fixture.upgradeState(bank),
        (state) => state === 'rolled_back',
      );

      await root.ok('dpkg', '-r', 'scout-agent');
      expect(await isRunning(root)).toBe('inactive');
      expect((await root.run('ls', '/opt/scout-agent')).code).not.toBe(0);
      expect(await root.ok('cat', CONFIG)).toBe(before);
      await root.ok('dpkg', '-P', 'scout-agent');
      const left = ['/etc/scout-agent', '/var/lib/scout-agent', '/opt/scout-agent', '/usr/bin/scout-agent'];
      for (const path of left) expect((await root.run('ls', path)).code, path).not.toBe(0);
      expect((await root.run('id', 'scout-agent')).code).not.toBe(0);
      expect(await root.ok('sh', '-c', 'dpkg -l | grep scout-agent || true')).toBe('');
    },
  );

  it.skipIf(!hasTool('rpm'))(
    'an .rpm with a configuration enrolls itself, ships, is upgraded, and leaves settings and state when it is removed',
    async () => {
      await fixture.offer('0.1.0');
      const bank = await fixture.organization('Alder Health');
      await using root = await openRoot();
      await root.write('/root/agent.rpm', await fixture.download(bank, 'linux', 'rpm'));
      expect(await root.ok('rpm', '-Kv', '/root/agent.rpm')).toMatch(/Payload SHA256 digest: OK/);
      // This root has no rpm package database with /bin/sh and useradd.
      await root.ok('rpm', '-i', '--nodeps', '/root/agent.rpm');
      await eventually(
        () => isRunning(root),
        (state) => state === 'active',
      );
      await configure(root);
      await root.write(LOG, eventLines(1, 3), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === 3,
      );
      await expectUnprivileged(root);
      expect((await root.run('rpm', '-V', '--nodeps', 'scout-agent')).stdout).not.toContain(
        '/opt/scout-agent/packaged',
      );

      const before = await root.ok('cat', CONFIG);
      await fixture.offer('0.2.0');
      const plain = await fetch(
        `${fixture.server.url}/releases/latest/linux/scout-agent-latest${arch === 'arm64' ? '-arm64' : ''}.rpm`,
      );
      await root.write('/root/plain.rpm', Buffer.from(await plain.arrayBuffer()));
      await root.ok('rpm', '-U', '--nodeps', '/root/plain.rpm');
      expect(await root.ok('cat', CONFIG)).toBe(before);
      await eventually(
        () => fixture.agent(bank),
        ({ version }) => version === '0.2.0',
      );
      await root.write(LOG, eventLines(4, 5), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === 5,
      );

      await root.ok('rpm', '-e', 'scout-agent');
      expect(await isRunning(root)).toBe('inactive');
      for (const path of [
        '/opt/scout-agent',
        '/usr/bin/scout-agent',
        '/usr/lib/systemd/system/scout-agent.service',
      ])
        expect((await root.run('ls', path)).code, path).not.toBe(0);
      expect(await root.ok('cat', CONFIG)).toBe(before);
      expect(await root.ok('ls', '/var/lib/scout-agent')).toContain('credential.json');
    },
  );

  it('a tarball installs itself by one command, with a token or a configuration, and uninstalls', async () => {
    await fixture.offer('0.1.0');
    const bank = await fixture.organization('Meridian Defense');
    await using root = await openRoot();
    await root.write('/root/agent.tar.gz', await fixture.download(bank, 'linux', 'tar.gz'));
    await root.ok('tar', '-xzf', '/root/agent.tar.gz', '-C', '/root');
    await root.ok(
      '/root/scout-agent/scout-agent',
      'install',
      '--source',
      `file:${LOG}`,
      '--host',
      'FIN-LAPTOP3',
    );
    await root.write(LOG, eventLines(1, 3), { append: true });
    await eventually(
      () => fixture.stored(bank),
      (ids) => ids.length === 3,
    );
    await expectUnprivileged(root);

    // Again, manually, with another token.
    await root.ok('/usr/bin/scout-agent', 'uninstall', '--purge');
    for (const path of [
      '/opt/scout-agent',
      '/etc/scout-agent',
      '/var/lib/scout-agent',
      '/etc/systemd/system/scout-agent.service',
    ])
      expect((await root.run('ls', path)).code, path).not.toBe(0);
    const { api } = await bank.as('admin');
    const installByHand = async () =>
      root.ok(
        'sh',
        '-ec',
        `SCOUT_ENROLMENT_TOKEN="$0" /root/scout-agent/scout-agent install --server ${fixture.server.url} --source file:${LOG} --host FIN-LAPTOP3 --no-upgrade`,
        (await api.enrolmentsCreate({ label: 'Ansible' })).token,
      );
    await installByHand();
    await root.write(LOG, eventLines(4, 5), { append: true });
    // The same machine without its credential: the service keeps requesting until an admin confirms its identity.
    const { agent_id } = await eventually(
      () => fixture.agent(bank),
      ({ reasons }) => reasons.includes('enrolment_refused'),
    );
    expect(await isRunning(root)).toBe('active');
    await api.agentsRelease({ agent_id, accept_credential: false });
    await eventually(
      () => fixture.stored(bank),
      (ids) => ids.includes(5),
    );
    expect(JSON.parse(await root.ok('cat', CONFIG))).toMatchObject({
      upgrade: false,
      server: fixture.server.url,
    });

    // Revoked, it returns through another installation after an admin's release.
    await api.agentsRevoke({ agent_id });
    await installByHand();
    await api.agentsRelease({ agent_id, accept_credential: false });
    await root.write(LOG, eventLines(6, 7), { append: true });
    await eventually(
      () => fixture.stored(bank),
      (ids) => ids.includes(7),
    );
    await root.ok('/usr/bin/scout-agent', 'uninstall', '--purge');
    expect(await isRunning(root)).toBe('inactive');
  });
});
