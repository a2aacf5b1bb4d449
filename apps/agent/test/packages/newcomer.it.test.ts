import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import { eventLines, eventually, PackagesFixture } from './packagesFixture.ts';
import { TemporaryRoot } from './temporaryRoot.ts';

const obstacle = TemporaryRoot.obstacle();
if (obstacle !== null) leaveOut("a newcomer's path on a Linux of their own", obstacle);

const AGENT = '/root/scout-agent/scout-agent';
const LOG = '/var/log/security.xml';
/** Far above what each step takes, also on a busy machine. */
const PATIENCE_SECONDS = 60;

describe.skipIf(obstacle !== null)("a newcomer's path on Linux, from a download to the first event", () => {
  let fixture: PackagesFixture;
  beforeAll(async () => {
    fixture = await PackagesFixture.open(
      ({ platform, arch, kind }) => platform === 'linux' && arch === process.arch && kind === 'tar.gz',
    );
    await fixture.offer('0.1.0');
  }, 600_000);
  afterAll(() => fixture.close());

  /** A machine with the unpacked download of a new organization. */
  async function openMachine(name: string) {
    const bank = await fixture.organization(name);
    const root = await TemporaryRoot.open();
    onTestFailed(async () => {
      process.stderr.write(await root.journal().catch(() => ''));
    });
    await root.write('/root/agent.tar.gz', await fixture.download(bank, 'linux', 'tar.gz'));
    await root.ok('tar', '-xzf', '/root/agent.tar.gz', '-C', '/root');
    return { bank, root };
  }

  /** Runs a step, and prints its seconds. */
  async function timed<T>(step: string, run: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    const result = await run();
    const seconds = (performance.now() - begin) / 1000;
    console.log(`${seconds.toFixed(1).padStart(5)} s  ${step}`);
    expect(seconds, step).toBeLessThan(PATIENCE_SECONDS);
    return result;
  }

  it('with a journal, as a service: a sign-in arrives', async () => {
    const { bank, root } = await openMachine('Northwind Bank');
    await using _ = root;
    await timed('journal, service: install to a sign-in on the server', async () => {
      await root.ok(AGENT, 'install');
      await root.ok(
        'sh',
        '-c',
        "logger -t sshd -p authpriv.info 'Accepted password for svc_backup from 10.0.0.7 port 50022 ssh2'",
      );
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.length > 0,
      );
    });
    const { sources } = await fixture.agent(bank);
    expect(sources).toMatchObject([{ source: 'journald:', state: 'reading' }]);
    expect(await root.ok('journalctl', '-u', 'scout-agent', '--no-pager', '-o', 'cat')).toContain(
      'found on this machine: the systemd journal',
    );
  });

  it('without a journal: says so at once, then sends a file, by hand and as a service', async () => {
    const { bank, root } = await openMachine('Alder Health');
    await using _ = root;
    await root.ok('sh', '-c', 'mount -t tmpfs none /var/log; rm -rf /run/log/journal/*; mkdir -p /var/log');
    await root.ok('umount', '-l', '/run/log').catch(() => '');
    const said = await timed('no journal, by hand: what is missing is said', async () =>
      root.ok(
        'sh',
        '-c',
        `timeout --preserve-status 5 ${AGENT} run --state /root/state 2>&1 | head -1 & wait`,
      ),
    );
    expect(said).toContain('neither a systemd journal nor /var/log/auth.log');
    await root.write(LOG, eventLines(1, 3));
    await root.ok('chmod', '644', LOG);
    const sent = await timed('no journal, a file with --once: three events are on the server', () =>
      root.ok('sh', '-c', `${AGENT} run --once --state /root/state --source file:${LOG} 2>&1`),
    );
    expect(sent).toContain('read 3 events');
    expect(await fixture.stored(bank)).toEqual([1, 2, 3]);
    await timed('no journal, a file as a service: install to a new event on the server', async () => {
      await root.ok('rm', '-r', '/root/state');
      await root.ok(AGENT, 'install', '--source', `file:${LOG}`, '--host', 'FIN-LAPTOP3');
      await root.write(LOG, eventLines(4, 4), { append: true });
      await eventually(
        () => fixture.stored(bank),
        (ids) => ids.includes(4),
      );
    });
  });
});
