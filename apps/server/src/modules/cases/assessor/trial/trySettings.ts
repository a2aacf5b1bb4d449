import { type CaseTrial, limits } from '@scout/contract';
import { compileNaming, type DetectionSettings } from '@scout/detection';
import { DAY, HOUR } from '@scout/detection/time';
import type pg from 'pg';
import { listExceptions } from '../../sql/assessor/exceptions.ts';
import type { Part } from '../../sql/assessor/parts.ts';
import { readSettings } from '../../sql/assessor/settings.ts';
import { endOfHours, Replay, type ReplayedCase } from './replay.ts';

const { days, learningDays, bytes: mostBytes, cases: listed } = limits.caseTrial;
/** Parts in memory at a time. */
const FETCHED = 64;
interface TrialScope {
  readonly tenantId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Maximum stored bytes of activity, the newest. */
  readonly bytes?: number;
}

/**
 * The cases of the last 90 days with proposed detection settings, compared with the present ones. Both are judged from an empty
 * state, after up to 30 further days of learning. Computes for seconds: see {@link trials}. Transaction role: scout_admin.
 */
export async function trySettings(
  client: pg.ClientBase,
  scope: TrialScope,
  { present, proposed }: { present: DetectionSettings; proposed: DetectionSettings },
): Promise<CaseTrial> {
  const { tenantId, now } = scope;
  const { inventory, directory, contracts } = await readSettings(client, tenantId, 0);
  const exceptions = await listExceptions(client, tenantId, now);
  const { from, complete } = await firstHour(client, scope);
  const since = Math.max(now - days * DAY, from * HOUR);
  const replayOf = (settings: DetectionSettings) =>
    new Replay({ inventory, directory, contracts, exceptions, naming: compileNaming(settings) }, since);
  const replays = [replayOf(present), replayOf(proposed)] as const;
  for await (const parts of partsFrom(client, scope, from)) {
    for (const part of parts) for (const replay of replays) replay.add(part);
  }
  const [before, after] = replays.map((replay) => replay.finish(endOfHours(now))) as [Cases, Cases];
  const added = newestFirst(after, before);
  const gone = newestFirst(before, after);
  return {
    from: new Date(since).toISOString(),
    to: new Date(now).toISOString(),
    complete,
    now: before.size,
    next: after.size,
    added: added.length,
    gone: gone.length,
    newest_added: added.slice(0, listed),
    newest_gone: gone.slice(0, listed),
  };
}

/** The first hour to read, counted from 1970: later than the oldest stored one if there is too much activity. */
async function firstHour(
  client: pg.ClientBase,
  { tenantId, now, bytes: most = mostBytes }: TrialScope,
): Promise<{ from: number; complete: boolean }> {
  const earliest = Math.floor((now - (days + learningDays) * DAY) / HOUR);
  const { rows } = await client.query<{ hour: number; bytes: number }>(
    `SELECT extract(epoch FROM hour)::float8 / 3600 AS hour, sum(octet_length(body))::float8 AS bytes FROM scout.activity_parts
     WHERE tenant_id = $1 AND hour >= to_timestamp($2::float8 * 3600) AND hour <= to_timestamp($3::float8 / 1000)
     GROUP BY hour ORDER BY activity_parts.hour DESC`,
    [tenantId, earliest, now],
  );
  let left = most;
  let from = Math.floor(now / HOUR) + 1;
  for (const { hour, bytes } of rows) {
    left -= bytes;
    if (left < 0) return { from, complete: from * HOUR <= now - days * DAY };
    from = hour;
  }
  return { from: earliest, complete: true };
}

/** The stored parts from an hour until now, in order of hours. */
async function* partsFrom(
  client: pg.ClientBase,
  { tenantId, now }: TrialScope,
  from: number,
): AsyncGenerator<Part[]> {
  await client.query(
    `DECLARE tried NO SCROLL CURSOR FOR
     SELECT extract(epoch FROM hour)::float8 / 3600 AS hour, batch_id AS "batchId", body FROM scout.activity_parts
     WHERE tenant_id = $1 AND hour >= to_timestamp($2::float8 * 3600) AND hour <= to_timestamp($3::float8 / 1000)
     ORDER BY activity_parts.hour`,
    [tenantId, from, now],
  );
  for (;;) {
    const { rows } = await client.query<Part>(`FETCH ${FETCHED} FROM tried`);
    if (rows.length > 0) yield rows;
    if (rows.length < FETCHED) break;
  }
  await client.query('CLOSE tried');
}

type Cases = ReadonlyMap<string, ReplayedCase>;

/** The cases that are missing among others, newest first. */
function newestFirst(cases: Cases, others: Cases): CaseTrial['newest_added'] {
  return [...cases]
    .filter(([key]) => !others.has(key))
    .sort(([a, x], [b, y]) => y.time - x.time || (a < b ? -1 : 1))
    .map(([, { severity, sentence, time }]) => ({
      severity,
      sentence,
      time: new Date(time).toISOString(),
    }));
}
