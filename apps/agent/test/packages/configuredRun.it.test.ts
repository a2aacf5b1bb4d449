import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import { eventLines, PackagesFixture } from './packagesFixture.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) leaveOut('run of an unpacked download', `its program is for Linux, not ${process.platform}`);
const arch = process.arch === 'arm64' ? 'arm64' : 'x64';

describe.skipIf(!isLinux)('an unpacked download', () => {
  let fixture: PackagesFixture;
  let folder: string;
  beforeAll(async () => {
    fixture = await PackagesFixture.open(
      (wanted) => wanted.platform === 'linux' && wanted.arch === arch && wanted.kind === 'tar.gz',
    );
    await fixture.offer('0.1.0');
  }, 600_000);
  afterAll(() => fixture.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-unpacked-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  const unpack = async (organization: Parameters<PackagesFixture['download']>[0]) => {
    await writeFile(join(folder, 'agent.tar.gz'), await fixture.download(organization, 'linux', 'tar.gz'));
    const { status } = spawnSync('tar', ['-xzf', join(folder, 'agent.tar.gz'), '-C', folder]);
    expect(status).toBe(0);
  };
  /** The server runs in this process, so nothing may block while waiting for the agent. */
  const run = async (...more: string[]) => {
    const args = ['run', '--once', '--state', join(folder, 'state'), '--source', `file:${folder}/log.xml`];
    // From another directory: the configuration is beside the program, not in the working directory.
    const child = spawn(join(folder, 'scout-agent', 'scout-agent'), [...args, ...more], {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { stdout, stderr, status };
  };

  it('runs with the enrolment.json beside it, enrolls once, and then runs without it', async () => {
    const bank = await fixture.organization('Northwind Bank');
    await unpack(bank);
    await writeFile(join(folder, 'log.xml'), eventLines(1, 3));
    const first = await run();
    expect(first, first.stderr).toMatchObject({ status: 0 });
    expect(await fixture.stored(bank)).toEqual([1, 2, 3]);
    const beside = join(folder, 'scout-agent', 'enrolment.json');
    const configuration = await readFile(beside, 'utf8');
    expect(`${first.stdout}${first.stderr}`).not.toContain(JSON.parse(configuration).token);

    await rm(beside);
    await writeFile(join(folder, 'log.xml'), eventLines(1, 5));
    expect(await run()).toMatchObject({ status: 0 });
    expect(await fixture.stored(bank)).toEqual([1, 2, 3, 4, 5]);
    expect(await fixture.agent(bank)).toMatchObject({ version: '0.1.0' });
  });

  it('prefers its options, and reports a damaged file', async () => {
    const bank = await fixture.organization('Alder Health');
    await unpack(bank);
    await writeFile(join(folder, 'log.xml'), eventLines(1, 1));
    const elsewhere = await run('--server', 'http://127.0.0.1:9', '--token', 't', '--give-up-after', '0.5');
    expect(elsewhere).toMatchObject({ status: 1, stderr: expect.stringContaining('127.0.0.1:9') });
    await copyFile(join(folder, 'log.xml'), join(folder, 'scout-agent', 'enrolment.json'));
    expect(await run()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('enrolment.json is damaged'),
    });
  });
});
