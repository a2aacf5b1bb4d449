import { setTimeout as pause } from 'node:timers/promises';
import type { TenantEvent } from '@scout/contract';
import {
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { createTcpProxy } from '@scout/testkit/tcpProxy';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { counts, line, ship } from '../../../modules/ingest/testing/ship.ts';

const nodeUrls = inject('nodeUrls')!;

/** A node that holds an organization's rows. */
interface Place {
  readonly nodeId: number;
  readonly port: number;
  readonly shard: string;
}

async function placeOf(client: pg.ClientBase, tenantId: string): Promise<Place> {
  const { rows } = await client.query<Place>(
    `SELECT n.nodeid AS "nodeId", n.nodeport AS port, p.shardid::text AS shard
     FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
     WHERE p.shardid = get_shard_id_for_distribution_column('scout.tenant_events', $1::uuid)`,
    [tenantId],
  );
  return rows[0]!;
}

/** Two organizations whose rows are on different nodes. */
async function apart(server: TestServer): Promise<[TestOrganization, TestOrganization]> {
  const first = await createOrganization(server, 'Northwind Bank');
  const { port } = await server.database.asOwner((client) => placeOf(client, first.tenantId));
  for (let n = 1; ; n += 1) {
    const other = await createOrganization(server, `Bank ${n}`);
    const place = await server.database.asOwner((client) => placeOf(client, other.tenantId));
    if (place.port !== port) return [first, other];
  }
}

async function poll(member: TestClient, after?: string) {
  const response = await member.request(
    `/rest/v1/tenant_events${after === undefined ? '' : `?after=${after}`}`,
  );
  const events = response.status === 200 ? ((await response.json()) as TenantEvent[]) : [];
  return { status: response.status, n: events.length, cursor: response.headers.get('x-scout-cursor') ?? '' };
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

test('while a node is dead its organizations get 503, the others work, and nothing acknowledged is lost', async () => {
  await using server = await startServer();
  const [organization, other] = await apart(server);
  const [agent, otherAgent] = [await organization.as('agent'), await other.as('agent')];
  const member = await organization.as('member');
  const place = await server.database.asOwner((client) => placeOf(client, organization.tenantId));
  const proxy = await createTcpProxy(place.port);
  await server.database.asOwner((client) =>
    client.query(`SELECT citus_update_node($1, '127.0.0.1', $2)`, [place.nodeId, proxy.port]),
  );
  expect(await ship(agent, 1, [line()])).toMatchObject({ status: 200 });
  expect(await ship(otherAgent, 1, [line()])).toMatchObject({ status: 200 });
  expect(await poll(member)).toMatchObject({ status: 200, n: 1 });

  const second = line();
  const { port } = proxy;
  proxy.cut();
  await proxy[Symbol.asyncDispose]();
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await ship(agent, 2, [second])).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await poll(member)).toMatchObject({ status: 503 });
  }
  expect(await ship(otherAgent, 2, [line()])).toMatchObject({ status: 200 });
  expect(await (await other.as('member')).request('/rest/v1/tenant_events')).toMatchObject({ status: 200 });

  await using _again = await createTcpProxy(place.port, port);
  await expect.poll(() => ship(agent, 2, [second])).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await ship(agent, 2, [second])).toMatchObject({ status: 200, body: { accepted: 0, duplicates: 1 } });
  expect(await poll(member)).toMatchObject({ status: 200, n: 2 });
  expect(await counts(server.database, organization.tenantId)).toMatchObject({
    batches: 2,
    bodies: 2,
    events: 2,
  });
});

test('a batch that its node commits later is sent by the next poll, once', async () => {
  await using server = await startServer();
  const organization = await createOrganization(server);
  const { tenantId } = organization;
  const [agent, member] = [await organization.as('agent'), await organization.as('member')];
  expect(await ship(agent, 1, [line()])).toMatchObject({ status: 200 });
  const first = await poll(member);
  expect(first.n).toBe(1);
  const agentId = await organization.agentId();
  const batchId = '019ace00-0000-7000-8000-000000000001';
  const gid = 'citus_0_999999_999999_1';
  const place = await server.database.asOwner((client) => placeOf(client, tenantId));
  // Between the phases: prepared on the node, committed on the coordinator.
  const node = nodeUrls.find((url) => new URL(url).port === String(place.port))!;
  const name = new URL(server.database.ownerUrl).pathname;
  await asSuperuser(new URL(name, node).href, async (client) => {
    await client.query(
      `SET citus.show_shards_for_app_name_prefixes = '*'; SET citus.enable_manual_changes_to_shards = on; BEGIN`,
    );
    const shardOf = async (table: string) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT shard_name(logicalrelid, shardid) AS name FROM pg_dist_shard
         WHERE logicalrelid = $1::regclass AND shardminvalue = (SELECT shardminvalue FROM pg_dist_shard WHERE shardid = $2)`,
        [`scout.${table}`, place.shard],
      );
      return rows[0]!.name;
    };
    await client.query(
      `INSERT INTO ${await shardOf('batch_bodies')} (tenant_id, batch_id, received_at, encoding, body) VALUES ($1, $2, now(), 'identity', '')`,
      [tenantId, batchId],
    );
    await client.query(
      `INSERT INTO ${await shardOf('tenant_events')} (tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)
       VALUES ($1, now() - interval '2 hours', $2, 0, $3, 'WINDOWS_SECURITY_4625')`,
      [tenantId, batchId, agentId],
    );
    await client.query(`PREPARE TRANSACTION '${gid}'`);
  });
  await server.database.asOwner(async (client) => {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, received_at, body_sha256, accepted, rejected)
       VALUES ($1, $2, 2, $3, now(), $4, 1, 0)`,
      [tenantId, agentId, batchId, Buffer.alloc(32)],
    );
    await client.query(
      'INSERT INTO pg_dist_transaction (groupid, gid) SELECT groupid, $1 FROM pg_dist_node WHERE nodeid = $2',
      [gid, place.nodeId],
    );
    await client.query('COMMIT');
  });
  const between = await poll(member, first.cursor);
  expect(between).toMatchObject({ status: 200, n: 0 });
  await expect
    .poll(async () => {
      await server.database.asOwner((client) => client.query('SELECT recover_prepared_transactions()'));
      return (await poll(member, between.cursor)).n;
    })
    .toBe(1);
  const after = await poll(member, between.cursor);
  expect(after.n).toBe(1);
  expect((await poll(member, after.cursor)).n).toBe(0);
});

test('an organization that moves to another node while it sends loses and doubles nothing', async () => {
  await using server = await startServer();
  const organization = await createOrganization(server);
  const { tenantId } = organization;
  const agent = await organization.as('agent');
  const place = await server.database.asOwner((client) => placeOf(client, tenantId));
  let sent = 0;
  let isMoved = false;
  const sending = (async () => {
    while (!isMoved || sent < 20) {
      const { status } = await ship(agent, sent + 1, [line(), line()]);
      if (status === 200) sent += 1;
      else if (status !== 503) throw new Error(`Unexpected status ${status}`);
    }
  })();
  await server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ port: number }>(
      'SELECT nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND nodeport <> $1',
      [place.port],
    );
    await pause(500);
    await client.query(
      `SELECT citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, shard_transfer_mode => 'block_writes')`,
      [place.shard, place.port, rows[0]!.port],
    );
  });
  isMoved = true;
  await sending;
  const moved = await server.database.asOwner((client) => placeOf(client, tenantId));
  expect(moved.port).not.toBe(place.port);
  expect(await counts(server.database, tenantId)).toMatchObject({
    batches: sent,
    bodies: sent,
    events: 2 * sent,
  });
  expect(await poll(await organization.as('member'))).toMatchObject({ status: 200, n: 2 * sent });
});
