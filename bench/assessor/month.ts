import { ActivityFold } from '@scout/cases/fold/parts';
import { rowMaker } from '@scout/cases/testing/rows';
import { DAY, HOUR } from '@scout/detection/time';
import { packParts, partsInserted } from '@scout/server/modules/ingest/sql/activityParts';
import type pg from 'pg';

const PEOPLE = 500;
const { logon } = rowMaker();

/**
 * Stores a month of activity up to now in one transaction: each account's service starts and logs on three times a day from its
 * application's server to its database; 500 people sign in and visit a file server.
 * @returns number of folded events
 */
export async function storeMonth(
  client: pg.ClientBase,
  tenantId: string,
  { accounts, days, now }: { accounts: number; days: number; now: number },
): Promise<number> {
  let events = 0;
  await client.query('BEGIN');
  for (let day = days; day > 0; day -= 1) {
    const begin = now - day * DAY;
    const fold = new ActivityFold();
    for (const { row, time } of rowsOfDay(begin, accounts)) {
      fold.add(row, time, events);
      events += 1;
    }
    const batchId = crypto.randomUUID();
    const parts = packParts(fold.parts()).map((part) => ({ ...part, batchId }));
    await client.query(partsInserted(tenantId, parts, Date.now()));
  }
  await client.query('COMMIT');
  return events;
}

function* rowsOfDay(begin: number, accounts: number) {
  const at = (hour: number, n: number) => begin + hour * HOUR + (n % 3_600) * 1_000;
  for (let n = 0; n < accounts; n += 1) {
    const [account, app] = [`svc.job${n}`, Math.floor(n / 3)];
    yield made(at(n % 24, n), (time) => logon(time, account, '5', `APP${app}`));
    for (const hour of [2, 9, 15])
      yield made(at((n + hour) % 24, n), (time) => logon(time, account, '3', `DB${app % 400}`, `APP${app}`));
  }
  for (let n = 0; n < PEOPLE; n += 1) {
    yield made(at(8, n), (time) => logon(time, `person${n}`, '2', `PC${n}`));
    yield made(at(9, n), (time) =>
      logon(time, `person${n}`, '3', 'FILES', `PC${n}`, `10.0.${n >> 8}.${n & 255}`),
    );
  }
}

const made = (time: number, make: (time: number) => ReturnType<typeof logon>) => ({ time, row: make(time) });
