import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import { eventLines, eventually, PackagesFixture } from './packagesFixture.ts';
import { TemporaryRoot } from './temporaryRoot.ts';

/** The program of an earlier agent, version 0.1.0, from the tarball of its release. */
const older = process.env.SCOUT_TEST_OLDER_AGENT;
const obstacle =
  TemporaryRoot.obstacle() ?? (older ? null : 'SCOUT_TEST_OLDER_AGENT names no program of one');
if (obstacle !== null) leaveOut("an earlier agent's program with the present server", obstacle);

const LOG = '/var/log/security.xml';
const CONFIG = '/etc/scout-agent/agent.json';

describe.skipIf(obstacle !== null)('an earlier agent', () => {
  let fixture: PackagesFixture;
  beforeAll(async () => {
    fixture = await PackagesFixture.open(
      ({ platform, arch, kind }) => platform === 'linux' && arch === process.arch && kind === 'tar.gz',
    );
  }, 600_000);
  afterAll(() => fixture.close());

  it('enrolls, sends, lets a configuration of its group and new names be, is upgraded, and takes both then', async () => {
    await fixture.offer('0.1.0');
    const bank = await fixture.organization('Northwind Bank');
    const { api } = await bank.as('admin');
    const { group_id } = await api.agentGroupCreate({ name: 'Databases', patterns: ['prd-*'] });
    await using root = await TemporaryRoot.open();
    onTestFailed(async () => {
      process.stderr.write(await root.journal().catch(() => ''));
    });
    await root.write(LOG, eventLines(1, 3));
    await root.ok('chmod', '644', LOG);
    await root.write('/root/agent.tar.gz', await fixture.download(bank, 'linux', 'tar.gz'));
    await root.ok('tar', '-xzf', '/root/agent.tar.gz', '-C', '/root');
    await root.write('/root/scout-agent/scout-agent', await readFile(older!));
    await root.ok(
      ...['/root/scout-agent/scout-agent', 'install', '--source', `file:${LOG}`, '--host', 'PRD-SQL01'],
    );
    const stored = (count: number) =>
      eventually(
        () => fixture.stored(bank),
        (ids) => ids.length === count,
      );
    await stored(3);
    const machine = async () => (await api.agentGroupRead({ group_id })).machines[0];
    await eventually(machine, (found) => found !== undefined);

    await api.agentGroupConfigure({
      group_id,
      based_on: 1,
      settings: { tags: ['database'], events_per_second: 500 },
    });
    await api.agentGroupRollOut({ group_id, version: 2, all: true });
    const config = JSON.parse(await root.ok('cat', CONFIG));
    await root.write(CONFIG, JSON.stringify({ ...config, heartbeat: 0.5 }));
    await root.ok('systemctl', 'restart', 'scout-agent');
    const before = (await fixture.agent(bank)).last_seen_at;
    await eventually(
      async () => (await fixture.agent(bank)).last_seen_at,
      (now) => now !== before,
    );
    await root.write(LOG, eventLines(4, 5), { append: true });
    await stored(5);
    const agent = await fixture.agent(bank);
    expect(agent).toMatchObject({ version: '0.1.0', host: 'PRD-SQL01' });
    expect(['healthy', 'partial', 'attention']).toContain(agent.state);

    const began = Date.now();
    await fixture.offer('0.2.0');
    await fixture.upgrade(bank, '0.2.0');
    await eventually(
      () => fixture.agent(bank),
      ({ version }) => version === '0.2.0',
      150_000,
    );
    const seconds = Math.round((Date.now() - began) / 1000);
    await eventually(machine, (found) => found?.state === 'current' && found.version === 2);
    await root.write(LOG, eventLines(6, 7), { append: true });
    await stored(7);
    const said = await root.ok('journalctl', '-u', 'scout-agent', '--no-pager', '-o', 'cat');
    const fetched = /fetched \d+ bytes of version 0\.2\.0/.exec(said)?.[0] ?? 'a whole package';
    console.log(`An earlier agent was upgraded in ${seconds} s: ${fetched}.`);
  });
});
