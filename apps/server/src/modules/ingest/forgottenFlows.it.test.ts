import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase, spawnServer } from '@scout/testkit';
import { createTcpProxy } from '@scout/testkit/tcpProxy';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { lengthOf } from '../../../../../scripts/testLength.mjs';
import { leaveOut } from '../../../../../scripts/testTools.mjs';
import { newSecret } from '../../platform/crypto/secretText.ts';
import { countStored } from './testing/countStored.ts';
import { createDroppingNetwork } from './testing/droppingNetwork.ts';
import { sendSteadily } from './testing/steadySenders.ts';

const operatorToken = newSecret('operator');
const ROUNDS = lengthOf(2, 10);
/** As many senders as ingest has connections. */
const SENDERS = 8;

/** Statuses of a probe, and its longest answer in milliseconds, until it is told to end. */
function watchProbe(url: string) {
  const statuses = new Map<number, number>();
  let longestMs = 0;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const before = performance.now();
      const { status } = await fetch(url);
      longestMs = Math.max(longestMs, performance.now() - before);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(100);
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return { longestMs: Math.round(longestMs), statuses: Object.fromEntries(statuses) };
  };
}

/** Names of a server's connections; that of the queue which listens does nothing else. */
const KINDS = [
  'scout',
  'scout assessor',
  'scout auth',
  'scout jobs',
  'scout jobs listening',
  'scout updates',
];

async function timeOf(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return rows[0]!.now;
}

async function kindsSince(owner: pg.Client, since: string): Promise<string[]> {
  const { rows } = await owner.query<{ kind: string }>(
    `SELECT DISTINCT application_name || CASE WHEN query LIKE '%pg_listening_channels%' THEN ' listening' ELSE '' END AS kind
     FROM pg_stat_activity WHERE datname = current_database() AND backend_start > $1 AND application_name = ANY ($2)
     ORDER BY kind`,
    [since, KINDS],
  );
  return rows.map(({ kind }) => kind);
}

/** A way to the database that can forget its connections. */
interface Way extends AsyncDisposable {
  readonly host?: string;
  readonly port: number;
  forget(): number;
}

const ways: [string, (socket: string) => Promise<Way | undefined>][] = [
  ['a proxy', (socket) => createTcpProxy(socket)],
  ['a router that drops their packets', createDroppingNetwork],
];

it.each(ways)(
  'ingest goes on after %s forgot the connections to the database, with every event stored once',
  {
    timeout: 900_000,
  },
  async (name, open) => {
    await using database = await createDatabase();
    const owner = await database.asOwner(async (one) => one);
    await using way = await open(`${owner.host}/.s.PGSQL.${owner.port}`);
    if (way === undefined) return leaveOut(name, 'this user may make no network of namespaces');
    const { host = '127.0.0.1', port } = way;
    const login = `${owner.user}:${encodeURIComponent(owner.password ?? '')}`;
    await using server = await spawnServer({
      env: {
        DATABASE_URL: `postgres://${login}@${host}:${port}/${owner.database}?sslmode=disable`,
        SCOUT_OPERATOR_TOKEN: operatorToken,
        SCOUT_SAMPLE: 'off',
      },
    });
    const url = await server.ready;
    const senders = await sendSteadily(url, operatorToken, SENDERS);
    await senders.flow();
    const probes = { health: watchProbe(`${url}/health`), ready: watchProbe(`${url}/readyz`) };
    let since = '';
    for (let round = 1; round <= ROUNDS; round += 1) {
      since = await database.asOwner(timeOf);
      const forgotten = way.forget();
      const before = performance.now();
      await senders.flow();
      const seconds = ((performance.now() - before) / 1000).toFixed(1);
      console.log(
        `round ${round}: ${forgotten} connections forgotten, every sender acknowledged again after ${seconds} s`,
      );
      expect(forgotten).toBeGreaterThan(5);
    }
    // Not only those of ingest: each kind has a connection that was opened since.
    await expect
      .poll(() => database.asOwner((one) => kindsSince(one, since)), { timeout: 60_000 })
      .toEqual(KINDS);
    console.log(
      `/health ${JSON.stringify(await probes.health())}, /readyz ${JSON.stringify(await probes.ready())}`,
    );
    const { sent, acknowledged, refusals } = await senders.finish();
    const stored = await countStored(database.ownerUrl);
    console.log(JSON.stringify({ sent, acknowledged, ...stored, refusals }));
    expect({ acknowledged, ...stored }).toEqual({
      acknowledged: sent,
      stored: sent,
      distinct: sent,
      ledger: sent,
    });
    // A lost connection is a passing trouble to its caller, never a fault of the server.
    expect(Object.keys(refusals).filter((status) => status !== '503')).toEqual([]);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  },
);
