import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createClock, createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveOut } from '../../../../../../scripts/testTools.mjs';
import { fresh } from '../../../testing/fresh.ts';
import { ship } from '../../ingest/testing/ship.ts';
import { assess } from './assess.ts';
import { createMemory } from './memory.ts';
import { foundOf } from './testing/stories.ts';

/** Events of real machines from public data sets; the file is not part of the project. */
const FILE = new URL('../../../../../shared/data/windows-security-real.xml.ndjson.gz', import.meta.url);
const DAY = 86_400_000;
const TIME = /(SystemTime=\\?["'])([^"'\\]+)/;
const BATCH = 400;

/**
 * The lines in order of time. Years lie between the data sets: a pause of more than a day becomes a day, and the last event is a
 * day old.
 */
function recentLines(now: number): string[] | null {
  let lines: string[];
  try {
    lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  } catch {
    return null;
  }
  const sorted = lines
    .map((line) => ({ line, time: Date.parse(TIME.exec(line)![2]!) }))
    .sort((a, b) => a.time - b.time);
  let before = sorted[0]!.time;
  let shifted = 0;
  const moved = sorted.map(({ line, time }) => {
    shifted += Math.min(time - before, DAY);
    before = time;
    return { line, after: shifted };
  });
  return moved.map(({ line, after }) =>
    line.replace(TIME, (_all, name) => `${name}${new Date(now - DAY - shifted + after).toISOString()}`),
  );
}

// The database compares the enrollment token's end with its own clock.
const clock = createClock(new Date().toISOString());
const lines = recentLines(clock.now());
if (lines === null)
  leaveOut('real Windows events through the whole server', 'their file is not beside the checkout');

describe.skipIf(lines === null)('real events', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ clock });
  });
  afterAll(() => server?.stop());

  async function assessed(batches: readonly (readonly string[])[]) {
    const bank = await createOrganization(server, fresh('Northwind'));
    const agent = await bank.as('agent');
    for (const [n, batch] of batches.entries()) {
      const { body } = await ship(agent, n + 1, batch);
      expect(body).toMatchObject({ accepted: batch.length, rejected: [] });
    }
    const parts = { pool: server.context.pool, clock, memory: createMemory() };
    while ((await assess(parts, bank.tenantId)) === 'more');
    return bank;
  }

  it('become cases whose events can be opened, the same cases in any order', async () => {
    const batches = Array.from({ length: Math.ceil(lines!.length / BATCH) }, (_, n) =>
      lines!.slice(n * BATCH, (n + 1) * BATCH),
    );
    const bank = await assessed(batches);
    const found = await foundOf(server.database, bank.tenantId);
    expect(found.activity.length).toBeGreaterThan(0);
    expect(found.accounts.length).toBeGreaterThan(0);
    const { api } = await bank.as('admin');
    const { cases } = await api.cases({});
    expect(cases).toHaveLength(found.cases.length);
    for (const { number, sentence } of cases) {
      expect(sentence).not.toMatch(/null|undefined|NaN/);
      const { findings } = await api.casesRead({ number });
      for (const { events } of findings) {
        expect(events.length).toBeGreaterThan(0);
        for (const { id } of events) await api.event({ id });
      }
    }
    const other = await assessed(batches.toReversed());
    expect(await foundOf(server.database, other.tenantId)).toEqual(found);
  });
});
