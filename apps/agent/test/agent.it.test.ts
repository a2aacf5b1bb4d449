import { appendFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@scout/detection/simulation/random';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../scripts/testLength.mjs';
import { AgentFixture, events, until } from './agentFixture.ts';
import { runAgent } from './agentProcess.ts';
import { createStandIn } from './windows/standIn.ts';

const it = test.extend<{ at: AgentFixture }>({
  at: async ({ onTestFailed }, use) => {
    const fixture = await AgentFixture.open({ onTestFailed });
    await use(fixture);
    await fixture.close();
  },
});

// Concurrently: agents mostly wait.
describe.concurrent('run --once', () => {
  it('ships a file, reports the outcome, and has nothing to do the next time', async ({ at }) => {
    await at.write(events(1, 2_500));
    const first = await at.runOnce();
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toBe('{"read":2500,"accepted":2500,"duplicates":0,"rejected":0}\n');
    expect(at.shipped).toEqual(events(1, 2_500));
    const second = await at.runOnce();
    expect(second.stdout).toBe('{"read":0,"accepted":0,"duplicates":0,"rejected":0}\n');
    expect(at.server.enrolments).toBe(1);
    expect(at.server.heartbeats.at(-1)).toMatchObject({
      queue_depth: 0,
      waiting_seconds: 0,
      events_read: 2_500,
      events_rejected: 0,
      version: expect.stringMatching(/^\d+\./),
      platform: expect.any(String),
      host: expect.any(String),
    });
  });

  it('counts rejected lines as acknowledged and keeps the reasons for status', async ({ at }) => {
    await writeFile(at.log, `{"a":1}\nnot json\n{"b":2}\n"${'x'.repeat(1_100_000)}"\n`);
    const { code, stdout } = await at.runOnce();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ read: 4, accepted: 2, duplicates: 0, rejected: 2 });
    expect((await at.status()).rejections).toMatchObject({
      by_code: { not_json: 1, line_too_long: 1 },
      recent: [{ code: 'not_json', batch: 1, line: 2 }, { code: 'line_too_long' }],
    });
    const { stdout: words } = await runAgent(['status', '--state', at.state]);
    expect(words).toMatch(/Rejected +2 \((not_json 1, line_too_long 1|line_too_long 1, not_json 1)\)/);
    expect(words).toContain('batch 1 line 2: not_json: The line is not JSON.');
  });

  it('retries through every kind of failure, and stores each event once', async ({ at }) => {
    await at.write(events(1, 3_500));
    at.server.mishaps.push(
      { status: 503, headers: { 'retry-after': '1' } },
      'store and hang up',
      'answer as a portal',
    );
    const { code, stdout } = await at.runOnce();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ read: 3_500, accepted: 2_500, duplicates: 1_000, rejected: 0 });
    expect(at.shipped).toEqual(events(1, 3_500));
    expect(at.server.numbers).toEqual([1, 1, 1, 1, 2, 3, 4]);
  });

  it('resends a batch when the server does not answer, and stores each event once', async ({ at }) => {
    await at.write(events(1, 3_500));
    at.server.mishaps.push('be silent');
    const { code, stdout } = await at.runOnce('--timeout', '1');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 3_500, rejected: 0 });
    expect(at.shipped).toEqual(events(1, 3_500));
    expect(at.server.numbers.slice(0, 2)).toEqual([1, 1]);
    // On a machine that pauses for a second, other batches are also sent again.
    expect([...new Set(at.server.numbers)]).toEqual([1, 2, 3, 4]);
  });

  it('takes new numbers when its own were used, and splits batches that are too large', async ({ at }) => {
    await at.write(events(1, 10));
    await at.runOnce();
    at.server.occupy(2);
    at.server.occupy(3);
    at.server.maxLines = 600;
    await at.write(events(11, 2_010));
    const { code } = await at.runOnce();
    expect(code).toBe(0);
    expect(at.shipped).toEqual(events(1, 2_010));
  });

  it('ends with code 3 when the credential was revoked, and resumes after release and re-enrollment', async ({
    at,
  }) => {
    await at.write(events(1, 10));
    await at.runOnce();
    at.server.revokeAll();
    await at.write(events(11, 20));
    const refused = await at.runOnce();
    expect(refused.code).toBe(3);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toMatch(/has blocked this machine \(HTTP 401 credential_revoked.*Nothing is lost/);
    const enrol = () =>
      runAgent(['enrol', '--server', at.server.url, '--state', at.state, '--force', '--json'], {
        SCOUT_ENROLMENT_TOKEN: at.server.token,
      });
    expect(await enrol()).toMatchObject({ code: 3, stderr: expect.stringContaining('409 machine_revoked') });
    at.server.releaseAll();
    const enrolled = await enrol();
    expect(enrolled.code).toBe(0);
    expect(JSON.parse(enrolled.stdout)).toMatchObject({
      server: at.server.url,
      agent_id: expect.any(String),
    });
    expect((await at.runOnce()).code).toBe(0);
    expect(at.shipped).toEqual(events(1, 20));
  });

  it('ends with code 1, not 0, when the server keeps refusing, and loses nothing', async ({ at }) => {
    await at.write(events(1, 10));
    at.server.mishaps.push(...Array.from({ length: 5 }, () => ({ status: 400, code: 'truncated_body' })));
    const refused = await at.runOnce();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/HTTP 400 truncated_body/);
    expect((await at.status()).queue).toMatchObject({ events: 10 });
    const again = await at.runOnce();
    expect(JSON.parse(again.stdout)).toEqual({ read: 10, accepted: 10, duplicates: 0, rejected: 0 });
  });

  it('gives up when told how long to wait', async ({ at }) => {
    await at.write(events(1, 10));
    await at.runOnce();
    await at.write(events(11, 20));
    await at.server.stop();
    const { code, stderr } = await at.runOnce('--give-up-after', '0.2');
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot ship to http:\/\/127.0.0.1:\d+: .*ECONNREFUSED/);
    await at.server.start();
  });

  it('ships what it reads from a stand-in for wevtutil', async ({ at }) => {
    const windows = await createStandIn(at.folder);
    await windows.write(events(1, 1_200));
    const args = at.runArguments('--once', '--wevtutil', windows.command);
    args[args.indexOf(`file:${at.log}`)] = 'windows:';
    const { code, stdout } = await runAgent(args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 1_200, accepted: 1_200 });
    expect(at.shipped).toEqual(events(1, 1_200));
  });

  it('fails for a source that is not there', async ({ at }) => {
    const { code, stderr } = await at.runOnce();
    expect(code).toBe(1);
    expect(stderr).toContain(`${at.log}: no such file`);
  });
});

describe.concurrent('run', () => {
  it('follows a file through rotation, sends heartbeats, and stops cleanly with all events in the spool', async ({
    at,
  }) => {
    await at.write(events(1, 3));
    const agent = at.start('--heartbeat', '0.05');
    await until(() => at.server.stored.length === 3);
    await at.write(events(4, 4));
    await until(() => at.server.stored.length === 4);
    await rename(at.log, `${at.log}.1`);
    await at.write(events(5, 6));
    await until(() => at.server.stored.length === 6 && at.server.heartbeats.length > 3);
    // Read but not yet due to be sent: the stop must not lose it.
    await at.write(events(7, 7));
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    await at.runOnce();
    expect(at.shipped).toEqual(events(1, 7));
    expect(agent.stdout).toBe('');
  });

  it('says how many events of a file were sent, and again when more follow', async ({ at }) => {
    await at.write(events(1, 2_500));
    const agent = at.start();
    // Lines that are read apart are reported apart.
    const counts = () => {
      const lines = [...agent.stderr.matchAll(/sent (\d+) to \S+ \((\d+) accepted/g)];
      const sum = (group: number) => lines.reduce((total, line) => total + Number(line[group]), 0);
      return { sent: sum(1), accepted: sum(2) };
    };
    await until(() => counts().sent === 2_500);
    expect(counts().accepted).toBe(2_500);
    expect(agent.stderr).toContain(` to ${at.server.url} (`);
    expect(agent.stderr).toContain(' accepted, 0 rejected); waiting for more');
    await appendFile(at.log, 'not json\n');
    await at.write(events(2_501, 2_501));
    await until(() => counts().sent === 2_502);
    expect(counts().accepted).toBe(2_501);
    expect(agent.stderr).toContain("1 rejected: see 'status')");
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
  });

  it('stops with the standard input when asked to', async ({ at }) => {
    await at.write(events(1, 1));
    const agent = at.start('--stop-with-stdin');
    await until(() => at.server.stored.length === 1);
    agent.child.stdin?.end();
    expect(await agent.ended).toBe(0);
  });

  it('reads on while the server is away, within its limit, and ships everything afterwards', async ({
    at,
  }) => {
    await at.write(events(1, 1));
    const agent = at.start('--spool-limit', '16K', '--json');
    await until(() => at.server.stored.length === 1);
    await at.server.stop();
    await at.write(events(2, 8_000));
    await until(() => agent.stderr.includes('the spool is full'));
    const spooled = await readdir(join(at.state, 'spool'));
    const sizes = await Promise.all(
      spooled.map(async (file) => (await stat(join(at.state, 'spool', file))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(64 * 1024);
    for (const line of agent.stderr.trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), message: expect.any(String) });
    }
    await at.server.start();
    await until(() => at.server.stored.length >= 8_000);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(at.shipped).toEqual(events(1, 8_000));
  });

  it('that is revoked says so, keeps what it reads, asks again, and resumes by itself once released', async ({
    at,
  }) => {
    await at.write(events(1, 1));
    const agent = at.start('--heartbeat', '0.05');
    await until(() => at.server.stored.length === 1);
    at.server.revokeAll();
    await at.write(events(2, 3));
    const words = /the server has blocked this machine \(HTTP 401 credential_revoked.*Settings > Agent/;
    await until(() => (agent.stderr.match(/asking again in/g)?.length ?? 0) >= 3);
    expect(agent.stderr).toMatch(words);
    expect(agent.child.exitCode).toBeNull();
    expect(await at.status()).toMatchObject({ standing: { words: expect.stringMatching(words) } });
    const { stdout } = await runAgent(['status', '--state', at.state]);
    expect(stdout).toMatch(/^Not taken +since 20.*has blocked this machine/m);
    at.server.releaseAll();
    await until(() => at.server.stored.length === 3);
    await at.write(events(4, 4));
    await until(() => at.server.stored.length === 4);
    expect(await at.status()).toMatchObject({ standing: null });
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(at.shipped).toEqual(events(1, 4));
  });

  it('that is refused at its first enrollment waits for a release instead of ending', async ({ at }) => {
    await at.write(events(1, 1));
    await at.runOnce();
    await rm(at.state, { recursive: true });
    await at.write(events(2, 2));
    const agent = at.start();
    await until(() => agent.stderr.includes('409 machine_known'));
    expect(await at.status()).toMatchObject({
      enrolment: null,
      standing: { words: expect.stringContaining('refuses to enroll this machine') },
    });
    at.server.releaseAll();
    await until(() => at.server.stored.length === 3);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
  });

  it('of a machine that awaits approval keeps its events, says so, and sends them once it is approved', async ({
    at,
  }) => {
    at.server.awaitsApproval = true;
    await at.write(events(1, 5));
    const agent = at.start('--heartbeat', '0.05');
    await until(() => at.server.numbers.length > 1 && agent.stderr.includes('waiting for an admin'));
    expect(at.server.stored).toEqual([]);
    expect(await at.status()).toMatchObject({
      queue: { events: 5 },
      standing: { words: expect.stringContaining('waiting for an admin to approve it') },
    });
    at.server.awaitsApproval = false;
    await until(() => at.server.stored.length === 5);
    // The next heartbeat response tells the agent that it is approved.
    await until(async () => (await at.status()).standing === null);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(await at.status()).toMatchObject({ standing: null, queue: { events: 0 } });
  });

  it('of an organization without a subscription stops, says so, asks rarely, and sends everything once there is one', async ({
    at,
  }) => {
    at.server.isSubscribed = false;
    await at.write(events(1, 5));
    const agent = at.start('--heartbeat', '0.02');
    await until(() => at.server.numbers.length > 0 && agent.stderr.includes('has no subscription'));
    const received = at.server.numbers.length;
    await at.write(events(6, 9));
    await until(async () => ((await at.status()).queue as { events: number }).events === 9);
    const beats = at.server.heartbeats.length;
    await until(() => at.server.heartbeats.length > beats + 2);
    // The server requested a quarter of an hour, and no heartbeat ends that wait.
    expect(at.server.numbers.length).toBe(received);
    expect(at.server.stored).toEqual([]);
    expect(await at.status()).toMatchObject({
      standing: { words: expect.stringContaining('has no subscription') },
    });
    at.server.isSubscribed = true;
    await until(() => at.server.stored.length === 9);
    await until(async () => (await at.status()).standing === null);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(at.shipped).toEqual(events(1, 9));
  });

  it('locks the state directory', async ({ at }) => {
    await at.write(events(1, 1));
    const agent = at.start();
    await until(() => at.server.stored.length === 1);
    const second = await at.runOnce();
    expect(second.code).toBe(4);
    expect(second.stderr).toContain(`another agent (process ${agent.child.pid}) uses ${at.state}`);
    expect((await at.status()).process).toBe(agent.child.pid);
    agent.child.kill('SIGKILL');
    await agent.ended;
    expect((await at.runOnce()).code).toBe(0);
  });
});

describe('killed at random moments', () => {
  it('ships every event exactly once', async ({ at }) => {
    const random = createRandom(Date.now());
    let written = 0;
    for (let life = 0; life < lengthOf(6, 12); life += 1) {
      const next = events(written + 1, written + 500);
      written += 500;
      const text = `${next.join('\n')}\n`;
      // In the middle of an event, after a complete one.
      const whole = text.indexOf('\n') + 1;
      const cut = whole + Math.floor(random() * (text.length - whole));
      if (life % 3 === 0) at.server.mishaps.push('store and hang up');
      await appendFile(at.log, text.slice(0, cut));
      const sent = at.server.numbers.length;
      const agent = at.start('--heartbeat', '0.1');
      // Most runs end while batches are written and sent, some before.
      if (life % 4 !== 3) await until(() => at.server.numbers.length > sent || agent.child.exitCode !== null);
      await appendFile(at.log, text.slice(cut));
      await sleep(random() * 150);
      agent.child.kill('SIGKILL');
      await agent.ended;
    }
    const { code } = await at.runOnce();
    expect(code).toBe(0);
    expect(at.shipped).toEqual(events(1, written));
    expect((await at.status()).queue).toMatchObject({ events: 0, batches: 0 });
  });
});
