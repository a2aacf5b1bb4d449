import type { Inventory } from '../detectors/detector.ts';
import { type Calendar, createCalendar, DAY, DAYS } from './calendar.ts';
import { type Agenda, changeDay } from './changes.ts';
import { createDraw } from './draw.ts';
import { liveDay } from './life.ts';
import { background, workDay } from './people.ts';
import { type BankRow, createRows } from './rows.ts';
import { type Plot, planStories, tell } from './stories.ts';
import { createWorld, type World } from './world.ts';

export type BankOptions = {
  seed: number;
  accounts: number;
  /** Stories of each kind for every 2,100 accounts. */
  storiesOfKind: number;
};

/** A label as it is written: times ISO 8601. */
export type Label = {
  story: string;
  kind: string;
  account: string;
  start: string;
  end: string;
  record_ids: string[];
  person: string | null;
};

export type FlatRow = Readonly<Record<string, string>>;

/** A bank of thirty days, day by day, so that memory holds two of them. The same options give the same bank. */
export function createBank({ seed, accounts, storiesOfKind }: BankOptions) {
  const calendar = createCalendar(seed);
  const world = createWorld(createDraw(seed, 1), accounts);
  const inventory = inventoryOf(world, createDraw(seed, 2));
  const each = Math.max(1, Math.round((storiesOfKind * accounts) / 2_100));
  const plots = planStories(createDraw(seed, 3), each);
  const records = new Map<string, { time: number; id: string }[]>();

  function* days(): Generator<FlatRow[]> {
    const rows = createBuckets(calendar);
    const agenda: Agenda = new Map();
    let record = 1_000_000 + (seed % 1_000) * 7;
    const flatten = (day: number) =>
      rows.take(day).map((row) => {
        record += 1;
        if (row.story !== undefined) push(records, row.story, { time: row.time, id: String(record) });
        return flatRow(row, String(record));
      });
    for (let day = 0; day < DAYS; day += 1) {
      const stage = (purpose: number) => {
        const draw = createDraw(seed, purpose, day);
        return { world, calendar, draw, rows: createRows(world, draw, rows.add) };
      };
      const sessions = workDay(stage(4), day);
      background(stage(8), day);
      changeDay({ ...stage(5), day, sessions, agenda });
      const living = stage(6);
      for (const account of world.accounts) liveDay(living, account, day);
      const telling = stage(7);
      for (const plot of plots) if (plot.day === day && !tell(telling, plot, day, sessions)) plot.day += 1;
      // The next day's rows may begin before its midnight, in other zones.
      if (day > 0) yield flatten(day - 1);
    }
    yield flatten(DAYS - 1);
  }

  return {
    inventory,
    days,
    /** The stories, complete once all days are generated. */
    labels: () => plots.flatMap((plot) => labelOf(plot, records.get(plot.story) ?? [])),
  };
}

function labelOf(
  { story, kind, account, person }: Plot,
  records: readonly { time: number; id: string }[],
): Label[] {
  if (account === null || records.length === 0) return [];
  const times = records.map(({ time }) => time);
  return [
    {
      story,
      kind,
      account: account.name,
      start: new Date(Math.min(...times)).toISOString(),
      end: new Date(Math.max(...times)).toISOString(),
      record_ids: records.map(({ id }) => id),
      person,
    },
  ];
}

/** Rows by day, each taken once and in the order of time; what lies outside the bank's days is dropped. */
function createBuckets(calendar: Calendar) {
  const buckets = Array.from({ length: DAYS }, (): BankRow[] => []);
  return {
    add(row: BankRow) {
      buckets[Math.floor((row.time - calendar.start) / DAY)]?.push(row);
    },
    take(day: number): BankRow[] {
      return buckets[day]!.splice(0).sort((a, b) => a.time - b.time);
    },
  };
}

function flatRow({ time, fields }: BankRow, recordId: string): FlatRow {
  const flat: Record<string, string> = { record_id: recordId, timestamp: new Date(time).toISOString() };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) flat[name] = value;
  return flat;
}

/** The inventory of a first day: most accounts and servers that exist then, none added later. */
function inventoryOf(world: World, draw: ReturnType<typeof createDraw>): Inventory {
  return {
    domain: world.domain,
    accounts: world.accounts
      .filter(() => draw.chance(0.98))
      .map(({ name, app, env }) => ({ name, app: app.name, env })),
    servers: world.servers
      .filter(() => draw.chance(0.98))
      .map(({ name, role, env }) => ({ name, role, env })),
  };
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
