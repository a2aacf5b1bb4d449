import { setImmediate as turn } from 'node:timers/promises';
import { type DetectionPreview, type KindPreview, limits, type RuleMatches } from '@scout/contract';
import {
  CHANGE_FIELDS,
  compareCodePoints,
  compileNaming,
  DETAIL_FIELDS,
  type DetectionSettings,
  keyOf,
  matchRules,
  NAME_KINDS,
  type NameKind,
  type Naming,
  type Row,
  RULE_IDS,
  STANDARD_NAMING,
  STANDARD_SETTINGS,
  shownHost,
  shownProgram,
  stripAccount,
  textOf,
} from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { newestEvents } from '../../ingest/index.ts';

const COLUMNS = ['event_type', 'event_id', ...DETAIL_FIELDS, ...CHANGE_FIELDS] as const;
/** Maximum events in memory. */
const FETCHED = 2_000;

interface StoredEvent extends Record<string, unknown> {
  occurred_at: Date;
}

/** Limits of a preview. */
interface PreviewScope {
  readonly tenantId: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Maximum events examined, the newest of the range. */
  readonly events: number;
}

/** Compares settings with the current ones over recent events: matching names, and incidents by rule. */
export async function previewDetection(
  tx: Transaction,
  scope: PreviewScope,
  present: DetectionSettings,
  proposed: DetectionSettings,
): Promise<DetectionPreview> {
  const now = compileNaming(present);
  const next = compileNaming(proposed);
  const names = Object.fromEntries(
    NAME_KINDS.map((kind) => [kind, new NameTally(kind, now, next)]),
  ) as Record<NameKind, NameTally>;
  const incidents = new Map(RULE_IDS.map((rule) => [rule, { rule, now: 0, next: 0 }]));
  let events = 0;
  let since: Date | null = null;
  const time = (at: number) => sql`${sql.lit(new Date(at).toISOString())}::timestamptz`;
  const newest = newestEvents(
    {
      columns: ['occurred_at', 'batch_id', 'batch_index', ...COLUMNS],
      range: { tenantId: sql.lit(scope.tenantId), from: time(scope.from), to: time(scope.to) },
    },
    { most: scope.events + 1 },
  );
  await sql`DECLARE previewed NO SCROLL CURSOR FOR
    SELECT occurred_at, ${sql.join(COLUMNS.map((column) => sql.ref(column)))} FROM ${newest} AS newest
    ORDER BY occurred_at DESC`.execute(tx);
  let complete = true;
  for (;;) {
    const { rows } = await sql<StoredEvent>`FETCH ${sql.lit(FETCHED)} FROM previewed`.execute(tx);
    if (rows.length === 0) break;
    for (const event of rows) {
      if (events === scope.events) {
        complete = false;
        break;
      }
      events += 1;
      since = event.occurred_at;
      const row: Row = { ...event, timestamp: event.occurred_at.toISOString() };
      for (const kind of NAME_KINDS) names[kind].add(row);
      for (const { rule } of matchRules(row, now)) incidents.get(rule)!.now += 1;
      for (const { rule } of matchRules(row, next)) incidents.get(rule)!.next += 1;
    }
    await turn();
  }
  const previews: [NameKind, KindPreview][] = [];
  for (const kind of NAME_KINDS) previews.push([kind, await names[kind].preview(proposed[kind].entries)]);
  return {
    events,
    complete,
    since: since?.toISOString() ?? null,
    names: Object.fromEntries(previews) as DetectionPreview['names'],
    incidents: [...incidents.values()],
  };
}

/** For each kind: the columns that hold names, their normalization, and the predicate. */
const kinds: Record<
  NameKind,
  {
    fields: readonly string[];
    strip: (text: string) => string;
    /** Form of names passed to the predicate: the whole path of a client, which identifies the operating system. */
    testedForm?: 'whole';
    is: (naming: Naming) => (name: string) => boolean;
  }
> = {
  service_accounts: {
    fields: ['target_user_name', 'subject_user_name'],
    strip: stripAccount,
    is: (naming) => naming.isServiceAccount,
  },
  production_servers: {
    fields: ['system_context_computer_name', 'target_computer_name'],
    strip: shownHost,
    is: (naming) => naming.isProductionServer,
  },
  workstations: {
    fields: ['system_context_computer_name', 'target_computer_name', 'source_info_workstation_name'],
    strip: shownHost,
    is: (naming) => naming.isWorkstation,
  },
  database_clients: {
    fields: ['process_information_new_process_name'],
    strip: shownProgram,
    testedForm: 'whole',
    is: (naming) => naming.isDatabaseClient,
  },
};

interface Known {
  readonly name: string;
  /** The form passed to predicates. */
  readonly tested: string;
  readonly now: boolean;
  readonly next: boolean;
  events: number;
}

/** Counts the names of one kind; the predicate is called once per distinct spelling. */
class NameTally {
  readonly #kindName: NameKind;
  readonly #kind;
  readonly #isNow: (name: string) => boolean;
  readonly #isNext: (name: string) => boolean;
  readonly #known = new Map<string, Known>();

  constructor(kind: NameKind, now: Naming, next: Naming) {
    this.#kindName = kind;
    this.#kind = kinds[kind];
    this.#isNow = this.#kind.is(now);
    this.#isNext = this.#kind.is(next);
  }

  add(row: Row): void {
    const counted = new Set<Known>();
    for (const field of this.#kind.fields) {
      const text = textOf(row[field]);
      if (text !== null) counted.add(this.#knownOf(text));
    }
    for (const known of counted) known.events += 1;
  }

  #knownOf(text: string): Known {
    const name = this.#kind.strip(text);
    const key = keyOf(name);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const tested = this.#kind.testedForm === 'whole' ? text : name;
    const made = { name, tested, now: this.#isNow(tested), next: this.#isNext(tested), events: 0 };
    this.#known.set(key, made);
    return made;
  }

  /** @param entries of the proposed settings */
  async preview(entries: readonly string[]): Promise<KindPreview> {
    const all = [...this.#known.values()];
    const list = (of: (known: Known) => boolean) =>
      mostFrequent(all.filter(of), limits.detectionSettings.previewNames);
    const matched = all.filter(({ next }) => next);
    const ofEntries: KindPreview['entries'] = [];
    for (const entry of entries) {
      ofEntries.push({ entry, ...this.#matchesOf(entry, matched) });
      if (isPattern(entry)) await turn();
    }
    return {
      now: all.filter(({ now }) => now).length,
      next: all.filter(({ next }) => next).length,
      added: list(({ now, next }) => next && !now),
      removed: list(({ now, next }) => now && !next),
      kept: list(({ now, next }) => now && next),
      standard: matchesAmong(all, this.#kind.is(STANDARD_NAMING)),
      entries: ofEntries,
    };
  }

  /** @param matched names that the proposed settings match, so that few names are compared with every pattern */
  #matchesOf(entry: string, matched: readonly Known[]): RuleMatches {
    if (!isPattern(entry)) {
      const known = this.#known.get(keyOf(entry));
      return matchesAmong(known === undefined ? [] : [known], () => true);
    }
    const alone = { ...STANDARD_SETTINGS, [this.#kindName]: { standard: false, entries: [entry] } };
    return matchesAmong(matched, this.#kind.is(compileNaming(alone)));
  }
}

const isPattern = (entry: string): boolean => /[*?]/.test(entry);

function matchesAmong(all: readonly Known[], matches: (name: string) => boolean): RuleMatches {
  const found = all.filter(({ tested }) => matches(tested));
  return { names: found.length, top: mostFrequent(found, limits.detectionSettings.previewRuleNames) };
}

const mostFrequent = (all: readonly Known[], most: number): { name: string; events: number }[] =>
  all
    .toSorted((a, b) => b.events - a.events || compareCodePoints(a.name, b.name))
    .slice(0, most)
    .map(({ name, events }) => ({ name: name.slice(0, 256).toWellFormed(), events }));
