import { gunzipSync } from 'node:zlib';
import { clientOf, createOrganization, type TestOrganization } from '@scout/testkit';
import { expect, it } from 'vitest';
import { unpackPart } from '../sql/activityParts.ts';
import { ENDS } from '../testing/defects.ts';
import { ingestAlone } from '../testing/ingestAlone.ts';
import { useOrganizationEach } from '../testing/organizationEach.ts';
import { line, NOTHING, ship } from '../testing/ship.ts';

const here = useOrganizationEach();

/** Rows of an organization without what differs between organizations and between sendings. */
async function rowsOf({ tenantId }: TestOrganization): Promise<Record<string, unknown[]>> {
  const queries = {
    bodies: `SELECT encoding, body FROM scout.batch_bodies JOIN scout.batches USING (tenant_id, batch_id)
      WHERE tenant_id = $1 ORDER BY batch_no`,
    batches: `SELECT to_jsonb(one) - '{tenant_id,batch_id,agent_id,received_at,stored_in}'::text[] AS row FROM scout.batches one
      WHERE tenant_id = $1 ORDER BY batch_no`,
    events: `SELECT to_jsonb(one) - '{tenant_id,batch_id,agent_id}'::text[] AS row
      FROM scout.tenant_events one JOIN scout.batches USING (tenant_id, batch_id) WHERE tenant_id = $1 ORDER BY batch_no, batch_index`,
    incidents: `SELECT to_jsonb(one) - '{tenant_id,batch_id,agent_id,incident_id}'::text[] AS row
      FROM scout.incidents one JOIN scout.batches USING (tenant_id, batch_id) WHERE tenant_id = $1 ORDER BY batch_no, batch_index, rule`,
    rollups: `SELECT to_jsonb(one) - 'tenant_id' AS row FROM scout.rollups one WHERE tenant_id = $1
      ORDER BY rule, dimension, bucket, key, value_key`,
    counts: `SELECT hour, event_type, n FROM scout.event_counts WHERE tenant_id = $1 ORDER BY hour, type_key`,
    activity: `SELECT hour, body FROM scout.activity_parts JOIN scout.batches USING (tenant_id, batch_id)
      WHERE tenant_id = $1 ORDER BY batch_no, hour`,
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(queries)) {
    const { rows } = await here.server.database.asOwner((client) => client.query(text, [tenantId]));
    found[name] = rows;
  }
  return found;
}

it('what threads read is stored and answered as what the main thread reads', async () => {
  const time = (minute: number) => new Date(Date.now() - 90_000_000 + minute * 60_000).toISOString();
  const many = Array.from({ length: 900 }, (_, index) =>
    line({ record_id: String(index), timestamp: time(index), event_type: index % 3 ? '4625' : '4688' }),
  );
  const batches = [
    many,
    [line({ timestamp: time(1) }), 'nonsense', `${line({ timestamp: time(2) })} -P S3cret!`],
    [line({ timestamp: time(3), process_information_command_line: 'sqlcmd -U svc.billing -P S3cret!' })],
    Buffer.from(line({ timestamp: time(4) })),
    // Too many lines.
    Buffer.from('{}\n'.repeat(10_001)),
  ];
  const made = [];
  for (const threads of [0, 2]) {
    const organization = await createOrganization(here.server, `Organization of ${threads} threads`);
    const alone = await ingestAlone(here.server, await organization.as('agent'), {
      reading: { threads, fromBytes: 0 },
    });
    const answers = [];
    for (const [index, batch] of batches.entries()) answers.push(await ship(alone.agent, index + 1, batch));
    // Sent again, which changes nothing.
    answers.push(await ship(alone.agent, 1, many));
    made.push({ answers, rows: await rowsOf(organization) });
  }
  const [main, thread] = made;
  expect(thread).toEqual(main);
  expect(main!.answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 413, 200]);
  expect(main!.rows.events).toHaveLength(900 + 1 + 1 + 1);
  expect(main!.rows.incidents!.length).toBeGreaterThan(600);
  const [, , third] = main!.rows.bodies as { body: Buffer }[];
  expect(gunzipSync(third!.body).toString()).not.toContain('S3cret');
  for (const { body } of main!.rows.activity as { body: Buffer }[]) expect(unpackPart(body)).not.toBe('');
});

it('a batch whose thread ends is not acknowledged, and can be sent again', async () => {
  const program = new URL('../testing/brokenThread.ts', import.meta.url);
  const broken = await ingestAlone(here.server, here.agent, {
    reading: { threads: 1, fromBytes: 0, program },
  });
  const lines = [line(), line({ object_name: ENDS })];
  for (let time = 0; time < 2; time += 1) {
    const answer = await ship(broken.agent, 1, Buffer.from(lines.join('\n')));
    expect(answer).toMatchObject({ status: 503, retryAfter: '2', body: { code: 'unavailable' } });
    expect(await here.stored()).toEqual(NOTHING);
  }
  expect((await ship(broken.agent, 1, [lines[0]!])).body.accepted).toBe(1);
  expect((await ship(clientOf(here.server, here.agent.bearer), 2, lines)).body.accepted).toBe(2);
});
