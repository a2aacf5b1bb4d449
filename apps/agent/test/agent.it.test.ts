import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { type AgentProcess, runAgent, startAgent } from './agentProcess.ts';
import { seededRandom } from './random.ts';
import { ScoutServer } from './scoutServer.ts';
import { createStandIn, securityEvent } from './windows/standIn.ts';

let folder: string;
let log: string;
let state: string;
let server: ScoutServer;
const running: AgentProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-agent-'));
  log = join(folder, 'security.xml');
  state = join(folder, 'state');
  server = await new ScoutServer().start();
});
afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  await server.stop();
  await rm(folder, { recursive: true });
});

const runArguments = (...more: string[]): string[] => [
  'run',
  '--server',
  server.url,
  '--token',
  server.token,
  '--state',
  state,
  '--source',
  `file:${log}`,
  ...more,
];
const runOnce = (...more: string[]) => runAgent(runArguments('--once', ...more));
const start = (...more: string[]): AgentProcess => {
  const agent = startAgent(runArguments(...more));
  running.push(agent);
  onTestFailed(() => {
    process.stderr.write(agent.stderr);
  });
  return agent;
};
/** Resolves when the condition holds: what other processes do is only seen by looking. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}
const events = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => securityEvent(from + index));
const write = (xml: readonly string[]): Promise<void> => appendFile(log, `${xml.join('\n')}\n`);
const shipped = (): string[] => server.stored.map((line) => JSON.parse(line).xml as string);
const status = async (): Promise<Record<string, never>> => {
  const { stdout } = await runAgent(['status', '--state', state, '--json']);
  return JSON.parse(stdout);
};

describe('run --once', () => {
  it('ships a file, says what became of it, and has nothing to do the next time', async () => {
    await write(events(1, 2_500));
    const first = await runOnce();
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toBe('{"read":2500,"accepted":2500,"duplicates":0,"rejected":0}\n');
    expect(shipped()).toEqual(events(1, 2_500));
    const second = await runOnce();
    expect(second.stdout).toBe('{"read":0,"accepted":0,"duplicates":0,"rejected":0}\n');
    expect(server.enrolments).toBe(1);
    expect(server.heartbeats.at(-1)).toMatchObject({
      queue_depth: 0,
      lag_seconds: 0,
      events_read: 2_500,
      events_rejected: 0,
      version: expect.stringMatching(/^\d+\./),
      platform: expect.any(String),
      host: expect.any(String),
    });
  });

  it('counts rejected lines as acknowledged and keeps the reasons for status', async () => {
    await writeFile(log, `{"a":1}\nnot json\n{"b":2}\n"${'x'.repeat(1_100_000)}"\n`);
    const { code, stdout } = await runOnce();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ read: 4, accepted: 2, duplicates: 0, rejected: 2 });
    expect((await status()).rejections).toMatchObject({
      by_code: { not_json: 1, line_too_long: 1 },
      recent: [{ code: 'not_json', batch: 1, line: 2 }, { code: 'line_too_long' }],
    });
    const { stdout: words } = await runAgent(['status', '--state', state]);
    expect(words).toMatch(/Rejected +2 \((not_json 1, line_too_long 1|line_too_long 1, not_json 1)\)/);
    expect(words).toContain('batch 1 line 2: not_json: The line is not JSON.');
  });

  it('keeps at it through every kind of trouble, and stores each event once', async () => {
    await write(events(1, 3_500));
    server.mishaps.push(
      { status: 503, headers: { 'retry-after': '1' } },
      'store and hang up',
      'answer as a portal',
      'be silent',
    );
    const { code, stdout } = await runOnce('--timeout', '1');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ read: 3_500, accepted: 2_500, duplicates: 1_000, rejected: 0 });
    expect(shipped()).toEqual(events(1, 3_500));
    expect(server.numbers).toEqual([1, 1, 1, 1, 1, 2, 3, 4]);
  });

  it('takes other numbers when its own were used, and splits what is too large', async () => {
    await write(events(1, 10));
    await runOnce();
    server.occupy(2);
    server.occupy(3);
    server.maxLines = 600;
    await write(events(11, 2_010));
    const { code } = await runOnce();
    expect(code).toBe(0);
    expect(shipped()).toEqual(events(1, 2_010));
  });

  it('ends with code 3 when the credential was revoked, and goes on after enrolling again', async () => {
    await write(events(1, 10));
    await runOnce();
    server.revokeAll();
    await write(events(11, 20));
    const refused = await runOnce();
    expect(refused.code).toBe(3);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toMatch(/does not accept this agent's credential.*invalid_credential/);
    const enrolled = await runAgent(
      ['enrol', '--server', server.url, '--state', state, '--force', '--json'],
      { SCOUT_ENROLMENT_TOKEN: server.token },
    );
    expect(enrolled.code).toBe(0);
    expect(JSON.parse(enrolled.stdout)).toMatchObject({ server: server.url, agent_id: expect.any(String) });
    expect((await runOnce()).code).toBe(0);
    expect(shipped()).toEqual(events(1, 20));
  });

  it('ends with code 1, not 0, when the server keeps refusing, and loses nothing', async () => {
    await write(events(1, 10));
    server.mishaps.push(...Array.from({ length: 5 }, () => ({ status: 400, code: 'truncated_body' })));
    const refused = await runOnce();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/HTTP 400 truncated_body/);
    expect((await status()).queue).toMatchObject({ events: 10 });
    const again = await runOnce();
    expect(JSON.parse(again.stdout)).toEqual({ read: 10, accepted: 10, duplicates: 0, rejected: 0 });
  });

  it('gives up when told how long to wait', async () => {
    await write(events(1, 10));
    await runOnce();
    await write(events(11, 20));
    await server.stop();
    const { code, stderr } = await runOnce('--give-up-after', '0.2');
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot ship to http:\/\/127.0.0.1:\d+: .*ECONNREFUSED/);
    await server.start();
  });

  it('ships what it reads from a stand-in for wevtutil', async () => {
    const windows = await createStandIn(folder);
    await windows.write(events(1, 1_200));
    const args = runArguments('--once', '--wevtutil', windows.command);
    args[args.indexOf(`file:${log}`)] = 'windows:';
    const { code, stdout } = await runAgent(args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ read: 1_200, accepted: 1_200 });
    expect(shipped()).toEqual(events(1, 1_200));
  });

  it('fails for a source that is not there', async () => {
    const { code, stderr } = await runOnce();
    expect(code).toBe(1);
    expect(stderr).toContain(`${log}: no such file`);
  });
});

describe('run', () => {
  it('follows a file through rotation, beats, and stops cleanly with everything in the spool', async () => {
    await write(events(1, 3));
    const agent = start('--heartbeat', '0.05');
    await until(() => server.stored.length === 3);
    await write(events(4, 4));
    await until(() => server.stored.length === 4);
    await rename(log, `${log}.1`);
    await write(events(5, 6));
    await until(() => server.stored.length === 6 && server.heartbeats.length > 3);
    // Read but not yet due to be shipped: the stop must not lose it.
    await write(events(7, 7));
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    await runOnce();
    expect(shipped()).toEqual(events(1, 7));
    expect(agent.stdout).toBe('');
  });

  it('stops with the standard input when asked to', async () => {
    await write(events(1, 1));
    const agent = start('--stop-with-stdin');
    await until(() => server.stored.length === 1);
    agent.child.stdin?.end();
    expect(await agent.ended).toBe(0);
  });

  it('reads on while the server is away, within its limit, and ships all when it is back', async () => {
    await write(events(1, 1));
    const agent = start('--spool-limit', '16K', '--json');
    await until(() => server.stored.length === 1);
    await server.stop();
    await write(events(2, 8_000));
    await until(() => agent.stderr.includes('the spool is full'));
    const spooled = await readdir(join(state, 'spool'));
    const sizes = await Promise.all(
      spooled.map(async (file) => (await stat(join(state, 'spool', file))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(64 * 1024);
    for (const line of agent.stderr.trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), message: expect.any(String) });
    }
    await server.start();
    await until(() => server.stored.length >= 8_000);
    agent.child.kill('SIGTERM');
    expect(await agent.ended).toBe(0);
    expect(shipped()).toEqual(events(1, 8_000));
  });

  it('holds the state directory alone', async () => {
    await write(events(1, 1));
    const agent = start();
    await until(() => server.stored.length === 1);
    const second = await runOnce();
    expect(second.code).toBe(4);
    expect(second.stderr).toContain(`another agent (process ${agent.child.pid}) uses ${state}`);
    expect((await status()).process).toBe(agent.child.pid);
    agent.child.kill('SIGKILL');
    await agent.ended;
    expect((await runOnce()).code).toBe(0);
  });
});

describe('killed at random moments', () => {
  it('ships every event exactly once', async () => {
    const random = seededRandom(Date.now());
    let written = 0;
    for (let life = 0; life < 12; life += 1) {
      const next = events(written + 1, written + 500);
      written += 500;
      const text = `${next.join('\n')}\n`;
      const cut = Math.floor(random() * text.length);
      if (life % 3 === 0) server.mishaps.push('store and hang up');
      // The writer is interrupted too, in the middle of an event.
      await appendFile(log, text.slice(0, cut));
      const sent = server.numbers.length;
      const agent = start('--heartbeat', '0.1');
      // Most lives end while batches are written and sent, some before.
      if (life % 4 !== 3) await until(() => server.numbers.length > sent || agent.child.exitCode !== null);
      await appendFile(log, text.slice(cut));
      await sleep(random() * 150);
      agent.child.kill('SIGKILL');
      await agent.ended;
    }
    const { code } = await runOnce();
    expect(code).toBe(0);
    expect(shipped()).toEqual(events(1, written));
    expect((await status()).queue).toMatchObject({ events: 0, batches: 0 });
  });
});

describe('secrets', () => {
  it('are readable by the agent alone, shown nowhere, and never sent in the clear', async () => {
    await write(events(1, 1));
    const { stderr } = await runOnce();
    const credential = JSON.parse(await readFile(join(state, 'credential.json'), 'utf8'))
      .credential as string;
    expect(credential).toMatch(/^scout_agent_/);
    const modes = await Promise.all(
      [state, join(state, 'credential.json'), join(state, 'spool')].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o600, 0o700]);
    expect(stderr + JSON.stringify(await status())).not.toContain(credential);
    const refused = await runAgent([
      ...['run', '--server', 'http://192.0.2.7:8080', '--token', 't', '--state', join(folder, 'other')],
      ...['--source', `file:${log}`, '--once'],
    ]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/in the clear/);
  });

  it('of one server are not shown to another', async () => {
    await write(events(1, 1));
    await runOnce();
    const other = await new ScoutServer().start();
    const { code, stderr } = await runAgent([
      ...['run', '--server', other.url, '--token', other.token, '--state', state],
      ...['--source', `file:${log}`, '--once'],
    ]);
    await other.stop();
    expect(code).toBe(2);
    expect(stderr).toContain(`is enrolled with ${server.url}, not with ${other.url}`);
    expect(other.enrolments).toBe(0);
  });

  it('that are wrong end the enrolment with code 3', async () => {
    const { code, stderr } = await runAgent(['enrol', '--server', server.url, '--state', state], {
      SCOUT_ENROLMENT_TOKEN: 'scout_enrol_wrong',
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/does not accept the enrolment token/);
  });
});

describe('the command line', () => {
  it.each([[['--help']], [['run', '--help']], [['--version']]])('%j', async (args) => {
    const { code, stdout, stderr } = await runAgent(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toBe('');
  });

  it.each([
    [['run', '--once']],
    [['run', '--once', '--source', 'tape:0', '--server', 'https://scout.northwind.example']],
    [
      [
        'run',
        '--once',
        '--source',
        'file:a',
        '--source',
        'file:a',
        '--server',
        'https://scout.northwind.example',
      ],
    ],
    [['run', '--once', '--source', 'file:a']],
    [['fly']],
  ])('%j is wrong usage', async (args) => {
    const { code, stderr } = await runAgent([...args, ...(args[0] === 'run' ? ['--state', state] : [])]);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
