import { createDatabase } from '@scout/testkit/database';
import { expect, test } from 'vitest';
import { run } from './run.ts';

async function scout(args: readonly string[], env: Record<string, string> = {}) {
  const ran = { out: '', error: '' };
  const code = await run(args, {
    env,
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => '',
  });
  return { code, ...ran };
}

test('a database without Citus is refused with what is missing, and stays as it is', async () => {
  await using database = await createDatabase({ migrated: false });
  for (const more of [[], ['--plan']]) {
    const refused = await scout(['database', 'distribute', '--json', ...more], {
      DATABASE_URL: database.ownerUrl,
    });
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(JSON.parse(refused.error)).toEqual({
      code: 'refused',
      message: expect.stringContaining('does not have the extension Citus'),
    });
  }
});

test('the included PostgreSQL, an unreachable one and a wrong number of shards are told apart', async () => {
  expect(await scout(['database', 'distribute'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('Set DATABASE_URL to the coordinator'),
  });
  expect(
    await scout(['database', 'distribute'], { DATABASE_URL: 'postgresql://scout@127.0.0.1:1/scout' }),
  ).toMatchObject({ code: 1, error: expect.stringContaining('cannot be reached') });
  expect(await scout(['database', 'distribute', '--shards', '0'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('It must be a whole number'),
  });
});

test('--help says what it does', async () => {
  const { code, out } = await scout(['database', 'distribute', '--help']);
  expect(code).toBe(0);
  for (const part of ['--plan', '--shards', '--json', 'by organization']) {
    expect(out.replaceAll(/\s+/g, ' ')).toContain(part);
  }
});
