import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { createOrganization, startServer, type TestClient, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { counts, line, NOTHING, ship } from './testing/ship.ts';

let server: TestServer;
let tenantId: string;
let agent: TestClient;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const organization = await createOrganization(server, `Organization ${randomUUID()}`);
  tenantId = organization.tenantId;
  agent = await organization.as('agent');
});

it('a batch whose rows outgrow the limit is refused, and its halves can be sent', async () => {
  // Each line counts for many hosts, each with the long name of its account.
  const hosts = (n: number) => Array.from({ length: 60 }, (_, i) => `${n}-${i}`).join();
  const lines = Array.from({ length: limits.ingest.lines }, (_, n) =>
    line({ target_user_name: `svc.${n}.${'語'.repeat(250)}`, source_host: hosts(n) }),
  );
  const whole = await ship(agent, 1, lines);
  expect([whole.status, whole.body]).toMatchObject([413, { code: 'body_too_large' }]);
  expect(await counts(server.database, tenantId)).toEqual(NOTHING);
  const { status, body } = await ship(agent, 1, lines.slice(0, 500));
  expect([status, body]).toMatchObject([200, { accepted: 500 }]);
}, 300_000);

it('control characters are stored as symbols, and the raw line as it was sent', async () => {
  const command = 'sqlcmd\t-U svc.a\r\n\u0001\u001b[31m\u007f\u0085\u0000end';
  const sent = line({
    event_type: '4688',
    target_user_name: 'svc\n.a\u0007',
    process_information_command_line: command,
  });
  await ship(agent, 1, [sent]);
  const { rows } = await server.database.asOwner((owner) =>
    owner.query(
      `SELECT target_user_name AS name, process_information_command_line AS command FROM scout.tenant_events
       WHERE tenant_id = $1`,
      [tenantId],
    ),
  );
  expect(rows).toEqual([{ name: 'svc␊.a␇', command: 'sqlcmd\t-U svc.a\r\n␁␛[31m␡�␀end' }]);
});
