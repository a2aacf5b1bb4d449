import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../testing/people.ts';
import { run } from './run.ts';

let server: TestServer;
let folder = '';
let name = '';
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer();
  await writeFile(
    join(server.dataDir, 'server.json'),
    JSON.stringify({ pid: process.pid, address: server.url }),
  );
  folder = await mkdtemp(join(tmpdir(), 'scout-configuration-'));
  ({ companyName: name, admin } = await organizationWithAdmin(server));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs one command line, in the environment of the server's operator. */
async function scout(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const ran = { out: '', error: '' };
  const code = await run(args, {
    env: { SCOUT_DATA_DIR: server.dataDir, ...env },
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => input,
  });
  return { code, ...ran };
}

/** A file in the test's folder. */
async function written(text: string, file = 'scout.yaml'): Promise<string> {
  const path = join(folder, file);
  await writeFile(path, text);
  return path;
}

const secret = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const siem = (reference: string) => `version: 1
channels:
  - name: SIEM
    url: https://siem.example/scout
    secret: ${reference}
`;

describe('apply and export', () => {
  it('exit with 2 for a planned difference, and 0 without one', async () => {
    const file = await written(siem('{ env: SIEM_SECRET }'));
    const env = { SIEM_SECRET: secret(1) };
    const planned = await scout(['apply', '-f', file, '--plan'], env);
    expect(planned).toEqual({
      code: 2,
      out: '+ channels/“SIEM”: webhook\n1 change; nothing was changed.\n',
      error: '',
    });
    expect(await admin.api.channels({})).toEqual([]);
    const applied = await scout(['apply', '-f', file, '--organization', name.toUpperCase()], env);
    expect(applied).toEqual({ code: 0, out: '+ channels/“SIEM”: webhook\n1 change made.\n', error: '' });
    for (const more of [[], ['--plan']])
      expect(await scout(['apply', '-f', file, ...more])).toEqual({
        code: 0,
        out: 'Nothing differs.\n',
        error: '',
      });
    const drifted = await scout(['apply', '-f', '-', '--plan', '--json'], {}, 'version: 1\nchannels: []\n');
    expect(drifted.code).toBe(2);
    expect(JSON.parse(drifted.out)).toEqual({
      problems: [],
      changes: [{ sign: '-', subject: 'channels/“SIEM”', text: '' }],
      applied: false,
    });
  });

  it('come back to the same file', async () => {
    const path = join(folder, 'exported.yaml');
    expect(await scout(['export', '--output', path])).toMatchObject({ code: 0, error: '' });
    const text = await readFile(path, 'utf8');
    expect((await scout(['export'])).out).toBe(text);
    expect(text).toContain('env: SCOUT_CHANNEL_SIEM_SECRET');
    expect(text).not.toContain('whsec_');
    expect(await scout(['apply', '-f', path])).toMatchObject({ code: 0, out: 'Nothing differs.\n' });
    expect(await scout(['export', '--output', path])).toMatchObject({ code: 1 });
  });

  it('read secrets of files beside the file, and replace stored ones', async () => {
    await written(`${secret(2)}\n`, 'siem-secret');
    const file = await written(siem('{ file: siem-secret }'));
    const { code, out } = await scout(['apply', '-f', file]);
    expect({ code, out }).toEqual({
      code: 0,
      out: '~ channels/“SIEM”: secret replaced; the former one also signs for a day\n1 change made.\n',
    });
    expect(await scout(['apply', '-f', file, '--plan'])).toMatchObject({ code: 0 });
    const absent = await written(siem('{ file: nowhere }'));
    expect(await scout(['apply', '-f', absent, '--plan'])).toMatchObject({ code: 0 });
  });
});

describe('a problem', () => {
  it('is printed with file, line and column, and exits with 1', async () => {
    const file = await written('version: 1\nretention:\n  days: soon\nchannel: []\n');
    expect(await scout(['apply', '-f', file])).toEqual({
      code: 1,
      out: '',
      error: `${file}:3:9: retention.days: must be a number.\n${file}:4:1: channel: There is no such setting.\nNothing was changed.\n`,
    });
    const { code, out, error } = await scout(['apply', '-f', file, '--plan', '--json']);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(JSON.parse(out)).toMatchObject({ problems: [{ line: 3 }, { line: 4 }], applied: false });
  });

  it('of usage exits with 1 too, because 2 is a difference', async () => {
    expect(await scout(['apply'])).toMatchObject({ code: 1 });
    expect(await scout(['apply', '-f', join(folder, 'none.yaml')])).toMatchObject({ code: 1 });
    expect(
      await scout(['apply', '-f', await written('version: 1\n'), '--organization', 'Nobody']),
    ).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is no organization named Nobody'),
    });
    const { tenant_id } = await clientOf(server, server.operatorToken).api.operatorTenantsCreate({
      company_name: 'Another Bank',
    });
    expect(await scout(['export'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('--organization'),
    });
    expect(await scout(['export', '--organization', tenant_id])).toMatchObject({ code: 0 });
  });

  it('never has a terminal obey the file', async () => {
    const hidden = '"\\e]0;x\\a\\u202e\\u200b"';
    const text = `version: 1\nchannels:\n  - name: ${hidden}\n    url: https://siem.example/\n`;
    const planned = await scout(['apply', '--organization', name, '-f', await written(text), '--plan']);
    expect(planned.code).toBe(2);
    expect(planned.out).toContain('+ channels/“\\u{1b}]0;x\\u{7}\\u{202e}\\u{200b}”: webhook\n');
    const wrong = await scout([
      ...['apply', '--organization', name, '-f'],
      await written(`version: 1\n${hidden}: 1\n`),
    ]);
    expect(wrong.code).toBe(1);
    expect(planned.out + wrong.error).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe('a file that somebody else wrote', () => {
  it.each(['SCOUT_AUTH_SECRET', 'DATABASE_URL', 'SMTP_URL_FILE'])('does not get %s', async (variable) => {
    const file = await written(siem(`{ env: ${variable} }`));
    const { code, error } = await scout(['apply', '--organization', name, '-f', file], {
      [variable]: secret(3),
    });
    expect(code).toBe(1);
    expect(error).toContain(`${variable} is a setting of the server`);
    expect(error).not.toContain(secret(3));
  });

  it('gets no file of the data directory, no device and nothing large', async () => {
    await written('x'.repeat(60_000), 'large');
    for (const [path, words] of [
      [join(server.dataDir, 'server.json'), 'is a file of the server'],
      ['/dev/zero', 'is not a file'],
      ['large', 'is too long'],
    ]) {
      const file = await written(siem(`{ file: ${path} }`));
      expect(await scout(['apply', '--organization', name, '-f', file])).toMatchObject({
        code: 1,
        error: expect.stringContaining(words!),
      });
    }
  });

  it('has a bounded number of references', async () => {
    const references = Array.from({ length: 41 }, (_, n) => `  - { env: A${n} }\n`).join('');
    const file = await written(`version: 1\nchannels:\n${references}`);
    expect(await scout(['apply', '--organization', name, '-f', file])).toMatchObject({
      code: 1,
      error: expect.stringContaining('more than 40 references'),
    });
  });
});
