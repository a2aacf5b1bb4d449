import { clientOf, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './run.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function scout(...args: string[]) {
  const ran = { code: 0, out: '', error: '' };
  ran.code = await run([...args, '--server', server.url], {
    env: { SCOUT_DATA_DIR: '/nowhere', SCOUT_OPERATOR_TOKEN: server.operatorToken },
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => '',
  });
  return ran;
}

const person = { first_name: 'Mira', last_name: 'Sato', company_name: 'Alder Health' };

it('lists and exports requests, newest first, and no cell is a formula', async () => {
  expect((await scout('requests', 'list')).out).toBe('No requests yet.\n');
  const { api } = clientOf(server);
  await api.demoRequests({
    ...person,
    email: 'mira@alder.example',
    company_name: '=HYPERLINK("https://attacker.example","Alder")',
    message: '+cmd|calc\nsecond line \u202e',
  });
  await api.demoRequests({
    ...person,
    kind: 'contact',
    email: 'noor@alder.example',
    message: 'Do you read Oracle logs?',
  });
  await api.demoRequests({ ...person, email: 'bot@alder.example', website: 'https://spam.example' });

  const { code, out } = await scout('requests', 'list');
  expect(code).toBe(0);
  const [head, ...rows] = out.trimEnd().split('\n');
  expect(head).toMatch(/^received +kind +name +email +organization +size +message$/);
  expect(rows.map((row) => row.split(/ {2,}/)[3])).toEqual(['noor@alder.example', 'mira@alder.example']);
  expect(out).not.toContain('\u202e');

  const json = JSON.parse((await scout('requests', 'list', '--kind', 'contact', '--json')).out);
  expect(json).toEqual([
    expect.objectContaining({ kind: 'contact', email: 'noor@alder.example', phone: null, job_title: null }),
  ]);
  const suspects = JSON.parse((await scout('requests', 'list', '--suspected', '--json')).out);
  expect(suspects).toEqual([expect.objectContaining({ email: 'bot@alder.example', suspected: true })]);

  const csv = (await scout('requests', 'export', '--kind', 'early-access')).out;
  expect(csv).toMatch(/^\ufeffcreated_at,kind,first_name,/);
  expect(csv).toContain(`"'=HYPERLINK(""https://attacker.example"",""Alder"")"`);
  expect(csv).toContain(`"'+cmd|calc\nsecond line`);
});

it('lists and exports the mailing list', async () => {
  const { api } = clientOf(server);
  await api.mailingList({ email: 'zoe@alder.example' });
  await api.mailingList({ email: 'ada@northwind.example' });
  expect(
    (await scout('mailing-list', 'list')).out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(' ')[0]),
  ).toEqual(['ada@northwind.example', 'zoe@alder.example']);
  expect((await scout('mailing-list', 'export')).out.split('\r\n')[0]).toBe(
    '\ufeffemail,created_at,suspected',
  );
});

it('reads more than one page', async () => {
  await server.database.asOwner((owner) =>
    owner.query(`INSERT INTO scout.demo_requests (request_id, created_at, kind, first_name, last_name, email, company_name, suspected)
      SELECT gen_random_uuid(), now(), 'contact', 'Mira', 'Sato', 'm' || n || '@alder.example', 'Alder Health', false
      FROM generate_series(1, 2100) n`),
  );
  const rows = JSON.parse((await scout('requests', 'list', '--json')).out) as { request_id: string }[];
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(2102);
});

it.each([[['requests', 'list', '--kind', 'else']], [['requests']], [['mailing-list', 'drop']]])(
  'exits with 2 for %j',
  async (args) => {
    expect(await scout(...args)).toMatchObject({ code: 2, out: '' });
  },
);

it('has help', async () => {
  const { code, out } = await scout('requests', 'export', '--help');
  expect(code).toBe(0);
  for (const option of ['--kind', '--suspected', '--json', '--server']) expect(out).toContain(option);
});
