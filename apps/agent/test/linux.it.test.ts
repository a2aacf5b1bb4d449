import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@scout/testkit/freePort';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, leaveOut } from '../../../scripts/testTools.mjs';
import { linuxProcessAudit } from '../src/service/auditPolicy.ts';
import { agentCommand, startAgent } from './agentProcess.ts';
import { ScoutServer } from './scoutServer.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('./linux/live.sh', import.meta.url));
const PROGRAMS = ['/lib/systemd/systemd-journald', '/usr/bin/journalctl', '/usr/bin/su'];

/** Reason why real logins are impossible here; null if possible. */
function obstacle(): string | null {
  if (process.platform !== 'linux') return 'this is no Linux';
  if (process.getuid?.() !== 0) return 'only root may start an sshd that others can log in to';
  const tool = ['sshd', 'rsyslogd'].find((name) => findTool(name) === undefined);
  if (tool !== undefined) return `${tool} is not installed`;
  const missing = PROGRAMS.find((program) => !existsSync(program));
  if (missing !== undefined) return `${missing} is not installed`;
  if (!existsSync('/etc/machine-id') || readFileSync('/etc/machine-id', 'utf8').trim() === '')
    return 'this machine has no id';
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'mount namespaces are not allowed here';
  }
}

/** Reason why program starts are not recorded here; null if they are. */
async function auditObstacle(): Promise<string | null> {
  const audit = await linuxProcessAudit('/etc/audit', '/var/log/audit/audit.log');
  if (audit !== 'on') return 'no auditd writes down the start of programs here';
  try {
    accessSync('/var/log/audit/audit.log', constants.R_OK);
    return findTool('psql') ? null : 'psql is not installed';
  } catch {
    return "auditd's log may not be read";
  }
}

const noLogins = obstacle();
if (noLogins !== null) leaveOut('logins by a real sshd and su', noLogins);
const noAudit = await auditObstacle();
if (noAudit !== null) leaveOut('a real psql under auditd', noAudit);

interface Row {
  readonly event_type: string;
  readonly provider: string;
  readonly target_user_name: string;
  readonly subject_user_name: string | null;
  readonly logon_type: string;
  readonly source_host: string | null;
  readonly timestamp: string;
}

describe.skipIf(noLogins !== null)('logins by a real sshd and su', () => {
  const server = new ScoutServer();
  let folder: string;
  let rows: Record<string, Row[]>;
  const began = Date.now();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-live-'));
    await server.start();
    for (const key of ['hostkey', 'key'])
      await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)]);
    const port = String(await freePort());
    rows = {};
    for (const [index, source] of [
      'journald:',
      `authlog:${folder}/auth.log`,
      `authlog:${folder}/secure`,
    ].entries()) {
      server.stored.length = 0;
      if (index === 0) {
        const agent = agentCommand([
          'run',
          '--once',
          '--server',
          server.url,
          '--token',
          server.token,
          '--state',
          join(folder, 'state0'),
          '--source',
          source,
        ]);
        await run('unshare', ['--mount', 'sh', SCRIPT, folder, port, ...agent], { timeout: 120_000 });
      } else {
        const agent = startAgent([
          'run',
          '--once',
          '--server',
          server.url,
          '--token',
          server.token,
          '--state',
          join(folder, `state${index}`),
          '--source',
          source,
        ]);
        expect(await agent.ended, agent.stderr).toBe(0);
      }
      rows[source.replace(`${folder}/`, '')] = server.stored.map((line) => JSON.parse(line) as Row);
    }
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const seen = (source: string) =>
    (rows[source] ?? []).map(({ event_type, target_user_name, subject_user_name, logon_type, source_host }) =>
      [event_type.slice(-4), target_user_name, logon_type, source_host, subject_user_name].join(' '),
    );
  const logins = [
    '4624 root 10 127.0.0.1 ',
    '4625 svc.nosuch 10 127.0.0.1 ',
    '4624 nobody 2  ',
    '4624 nobody 2  ',
    '4625 root 2  nobody',
    '4624 nobody 2  ',
  ];

  it('come from the journal, and what someone else wrote in sshd’s name does not', () => {
    expect(seen('journald:')).toEqual(logins);
  });

  it('come from rsyslog in both of its formats, without proof of who wrote them', () => {
    const withForgery = [...logins, '4624 svc.forged 10 192.0.2.200 '];
    expect(seen('authlog:auth.log')).toEqual(withForgery);
    expect(seen('authlog:secure')).toEqual(withForgery);
  });

  it('have the time at which they happened', () => {
    for (const { timestamp } of Object.values(rows).flat()) {
      expect(Date.parse(timestamp)).toBeGreaterThan(began - 2_000);
      expect(Date.parse(timestamp)).toBeLessThan(Date.now() + 1_000);
    }
  });
});

describe.skipIf(noAudit !== null)('a real psql', () => {
  it('is reported with account and server, without its password', async () => {
    const server = await new ScoutServer().start();
    const state = await mkdtemp(join(tmpdir(), 'scout-live-'));
    const agent = startAgent([
      'run',
      '--server',
      server.url,
      '--token',
      server.token,
      '--state',
      state,
      '--source',
      'audit:',
    ]);
    const line = 'postgresql://svc.billing:hunter2@PRD-DB01.invalid/billing';
    await run('psql', [line, '-c', 'select 1']).catch(() => {});
    const found = (): string | undefined => server.stored.find((text) => text.includes('PRD-DB01.invalid'));
    while (found() === undefined && agent.child.exitCode === null) await sleep(50);
    expect(found()).toContain('"target_user_name":"svc.billing"');
    expect(found()).not.toContain('hunter2');
    agent.child.kill('SIGTERM');
    await agent.ended;
    await server.stop();
    await rm(state, { recursive: true });
  });
});
