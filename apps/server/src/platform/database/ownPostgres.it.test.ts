import { randomUUID } from 'node:crypto';
import { DAY } from '@scout/detection/time';
import { authSecret } from '@scout/testkit/authSecret';
import { startThrowAwayCluster, type TestCluster, withDatabase } from '@scout/testkit/cluster';
import { seedAgent, seedTenant } from '@scout/testkit/seed';
import { systemPostgres } from '@scout/testkit/systemPostgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Binaries, installedBinaries } from './embedded/binaries.ts';
import { sameEverywhere } from './embedded/options.ts';
import { type DatabaseContext, openDatabase } from './open.ts';

/** External PostgreSQL by DATABASE_URL, on Scout's own binaries and on those of the machine. */
const servers: [string, Binaries, readonly string[]][] = [
  ...[await installedBinaries()].map((binaries) => entry('embedded', binaries, sameEverywhere)),
  ...systemPostgres().map((binaries) => entry('Debian’s', binaries, ['--locale=C.UTF-8'])),
];

function entry(
  whose: string,
  binaries: Binaries,
  locale: readonly string[],
): [string, Binaries, readonly string[]] {
  return [`${whose} PostgreSQL ${binaries.version}`, binaries, locale];
}

describe.each(servers)('%s', (_name, binaries, locale) => {
  let cluster: TestCluster;
  let admin: pg.Client;
  beforeAll(async () => {
    cluster = await startThrowAwayCluster(binaries, locale, 'admin');
    admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await cluster.stop();
  });

  /** A database owned by a new role with these attributes, without Scout's roles in the cluster. */
  async function databaseOf(attributes: string): Promise<string> {
    const name = `owner_${randomUUID().slice(0, 8)}`;
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'p@ss/word' ${attributes}`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
    const url = new URL(withDatabase(cluster.url, name));
    url.username = name;
    url.password = encodeURIComponent('p@ss/word');
    return url.href;
  }

  async function forget(url: string): Promise<void> {
    const { username } = new URL(url);
    await admin.query(`DROP DATABASE ${username} WITH (FORCE)`);
    const { rows } = await admin.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles WHERE rolname LIKE 'scout\\_%' AND NOT rolsuper`,
    );
    // Memberships first: a role cannot be dropped while it is the grantor of a membership.
    for (const { name } of rows) await admin.query(`DROP OWNED BY ${name} CASCADE`);
    await admin.query(`DROP OWNED BY ${username} CASCADE`);
    for (const { name } of rows) await admin.query(`DROP ROLE ${name}`);
    await admin.query(`DROP ROLE ${username}`);
  }

  async function storeEvent(database: DatabaseContext, tenantId: string, forTenant: string): Promise<void> {
    const place = { agent_id: randomUUID(), batch_id: randomUUID(), batch_index: 0, occurred_at: new Date() };
    await database.withRole({ role: 'scout_ingest', tenantId }, (tx) =>
      tx
        .insertInto('tenant_events')
        .values({ ...place, tenant_id: forTenant, event_type: 'WINDOWS_SECURITY_4625' })
        .execute(),
    );
  }

  async function copyEvent(database: DatabaseContext, tenantId: string): Promise<void> {
    await database.withRole({ role: 'scout_ingest', tenantId }, async (_tx, client) => {
      const columns = '(tenant_id, occurred_at, batch_id, batch_index, agent_id, event_type)';
      const stream = client.query(copyFrom(`COPY scout.tenant_events ${columns} FROM STDIN`));
      const done = new Promise((resolve, reject) => stream.on('finish', resolve).on('error', reject));
      stream.end(`${tenantId}\t2026-11-21T10:00:00Z\t${randomUUID()}\t0\t${randomUUID()}\tx\n`);
      await done;
    });
  }

  test.each([
    ['a superuser’s', 'SUPERUSER'],
    ['a managed one, whose role may create roles and no more', 'CREATEROLE'],
  ])('%s: events are stored under the policies, by a role that they apply to', async (_whose, attributes) => {
    const url = await databaseOf(attributes);
    const notices: string[] = [];
    const database = await openDatabase(url, authSecret, { onNotice: (notice) => notices.push(notice) });
    try {
      expect(notices.join('\n')).not.toContain('BYPASSRLS');
      const northwind = await seedTenant(database, 'Northwind Bank');
      const alder = await seedTenant(database, 'Alder Health');
      const { agentId } = await seedAgent(database, northwind.tenantId);
      expect(agentId).toMatch(/^[0-9a-f-]{36}$/);
      await storeEvent(database, northwind.tenantId, northwind.tenantId);
      await expect(storeEvent(database, northwind.tenantId, alder.tenantId)).rejects.toMatchObject({
        code: '42501',
      });
      await expect(copyEvent(database, northwind.tenantId)).rejects.toThrow('COPY FROM not supported');
      for (const [tenantId, seen] of [
        [northwind.tenantId, 1],
        [alder.tenantId, 0],
      ] as const) {
        const rows = await database.withRole({ role: 'scout_member', tenantId }, (tx) =>
          tx.selectFrom('tenant_events').select('tenant_id').execute(),
        );
        expect(rows).toHaveLength(seen);
      }
      // FORCE applies to an owner that is not a superuser, so its functions need their policies.
      const owner = new pg.Client({ connectionString: url });
      await owner.connect();
      const own = await owner.query('SELECT count(*)::int AS n FROM scout.tenant_events');
      await owner.end();
      expect(own.rows).toEqual([{ n: attributes === 'SUPERUSER' ? 1 : 0 }]);
    } finally {
      await database.close();
      await forget(url);
    }
  });

  test.each([
    ['a superuser’s', 'SUPERUSER'],
    ['a managed one, whose owner the policies bind', 'CREATEROLE'],
  ])('%s: retention drops a partition that no organization needs', async (_whose, attributes) => {
    const url = await databaseOf(attributes);
    const owner = new pg.Client({ connectionString: url });
    const database = await openDatabase(url, authSecret);
    try {
      await owner.connect();
      const { tenantId } = await seedTenant(database, 'Northwind Bank');
      const now = Date.UTC(2026, 10, 26, 12);
      const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString().slice(0, 10);
      const partition = (daysAgo: number) => `tenant_events_p${dayOf(daysAgo).replaceAll('-', '')}`;
      for (const age of [400, 500])
        await owner.query(
          `CREATE TABLE scout.${partition(age)} PARTITION OF scout.tenant_events FOR VALUES FROM ('${dayOf(age)} 00:00Z') TO ('${dayOf(age - 1)} 00:00Z')`,
        );
      await database.withRole({ role: 'scout_ingest', tenantId }, (_tx, client) =>
        client.query(`INSERT INTO scout.event_counts VALUES ($1, $2, '4625', '4625', 1)`, [
          tenantId,
          `${dayOf(400)}T10:00Z`,
        ]),
      );
      const keep = (days: number) =>
        database.withRole({ role: 'scout_admin', tenantId }, (_tx, client) =>
          client.query('UPDATE scout.tenants SET retention_days = $1', [days]),
        );
      const dropped = async () => {
        const { rows } = await database.withRole({ role: 'scout_operator' }, (_tx, client) =>
          client.query('SELECT scout.drop_expired_partitions(365, $1) AS n', [new Date(now)]),
        );
        return rows[0].n;
      };
      await keep(3_650);
      expect(await dropped()).toBe(1);
      const left = await owner.query('SELECT to_regclass($1) AS kept, to_regclass($2) AS dropped', [
        `scout.${partition(400)}`,
        `scout.${partition(500)}`,
      ]);
      expect(left.rows).toEqual([{ kept: `scout.${partition(400)}`, dropped: null }]);
      await keep(365);
      expect(await dropped()).toBe(1);
    } finally {
      await owner.end();
      await database.close();
      await forget(url);
    }
  });

  test('an owner that may not create roles: refused, with the rights that it needs', async () => {
    const url = await databaseOf('');
    try {
      await expect(openDatabase(url, authSecret)).rejects.toThrow(
        'The role in DATABASE_URL needs CREATEROLE',
      );
    } finally {
      await forget(url);
    }
  });

  test('a second server shares the login, and a new password of the owner does not affect it', async () => {
    const url = await databaseOf('CREATEROLE');
    try {
      const one = await openDatabase(url, authSecret);
      const changed = new URL(url);
      changed.password = 'another';
      await admin.query(`ALTER ROLE ${changed.username} PASSWORD 'another'`);
      const two = await openDatabase(changed.href, authSecret);
      expect(two.url).toBe(one.url);
      for (const server of [one, two]) {
        await server.withRole({ role: 'scout_operator' }, (tx) =>
          tx.selectFrom('tenants').selectAll().execute(),
        );
        await server.close();
      }
      const three = await openDatabase(changed.href, `another ${authSecret}`);
      await three.close();
      const old = new pg.Client({ connectionString: one.url });
      await expect(old.connect()).rejects.toMatchObject({ code: '28P01' });
    } finally {
      await forget(url);
    }
  });
});
