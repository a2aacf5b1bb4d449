import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgentFixture, events } from './agentFixture.ts';
import { runAgent, startAgent } from './agentProcess.ts';
import { ScoutServer } from './scoutServer.ts';

let at: AgentFixture;
beforeEach(async () => {
  at = await AgentFixture.open();
});
afterEach(() => at.close());

describe('secrets', () => {
  it('are readable by the agent alone, shown nowhere, and never sent in cleartext', async () => {
    await at.write(events(1, 1));
    const { stderr } = await at.runOnce();
    const credential = JSON.parse(await readFile(join(at.state, 'credential.json'), 'utf8'))
      .credential as string;
    expect(credential).toMatch(/^scout_agent_/);
    const modes = await Promise.all(
      [at.state, join(at.state, 'credential.json'), join(at.state, 'spool')].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o600, 0o700]);
    expect(stderr + JSON.stringify(await at.status())).not.toContain(credential);
    const refused = await runAgent([
      ...['run', '--server', 'http://192.0.2.7:8080', '--token', 't', '--state', join(at.folder, 'other')],
      ...['--source', `file:${at.log}`, '--once'],
    ]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/is not encrypted/);
  });

  it('of one server are not sent to another', async () => {
    await at.write(events(1, 1));
    await at.runOnce();
    const other = await new ScoutServer().start();
    const { code, stderr } = await runAgent([
      ...['run', '--server', other.url, '--token', other.token, '--state', at.state],
      ...['--source', `file:${at.log}`, '--once'],
    ]);
    await other.stop();
    expect(code).toBe(2);
    expect(stderr).toContain(
      `is enrolled with ${at.server.url}, and ${other.url} does not prove that it is the same server`,
    );
    expect(other.enrolments).toBe(0);
  });

  it('that are wrong end the enrollment with code 3', async () => {
    const { code, stderr } = await runAgent(['enrol', '--server', at.server.url, '--state', at.state], {
      SCOUT_ENROLMENT_TOKEN: 'scout_enrol_wrong',
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/refuses to enroll this machine \(HTTP 401 invalid_enrolment_token/);
  });
});

describe('first steps', () => {
  it('without a source say what this machine has to read, and what it lacks', async () => {
    const { server, state } = at;
    const args = ['run', '--server', server.url, '--token', server.token, '--state', state];
    const agent = startAgent(args);
    await expect.poll(() => agent.stderr, { timeout: 10_000 }).toContain('found on this machine: ');
    agent.child.kill('SIGKILL');
    await agent.ended;
  });

  it('with --once say how many events were read, sent and rejected', async () => {
    await at.write(events(1, 3));
    const { stderr, stdout } = await at.runOnce();
    expect(stderr).toContain(
      `read 3 events, sent 3 to ${at.server.url} (3 accepted, 0 rejected); nothing more to read`,
    );
    expect(JSON.parse(stdout)).toEqual({ read: 3, accepted: 3, duplicates: 0, rejected: 0 });
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
    const { code, stderr } = await runAgent([...args, ...(args[0] === 'run' ? ['--state', at.state] : [])]);
    expect(code).toBe(2);
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
