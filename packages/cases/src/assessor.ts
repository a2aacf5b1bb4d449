import type { Naming, NormalisedRow } from '@scout/detection';
import { DAY, HOUR, parseTime } from '@scout/detection/time';
import type { Contract } from './contracts/contract.ts';
import type { DirectoryFacts } from './directory.ts';
import type { Weights } from './features.ts';
import { type Bucket, emptyBucket } from './fold/bucket.ts';
import { foldEvent } from './fold/fold.ts';
import { type Inventory, registerOf } from './inventory.ts';
import { judge, weigh, weighLater } from './judge/judge.ts';
import { noveltiesOf } from './judge/novelty.ts';
import { roundsOf } from './judge/rounds.ts';
import { applyHour } from './learn/activity.ts';
import { boundAccounts } from './learn/bounds.ts';
import { remember } from './learn/memory.ts';
import { countWords, type Words } from './learn/peers.ts';
import { countDays, countExposure, countNovelty, countPairs, emptyRates, stageOf } from './learn/rates.ts';
import { noteTickets, rememberTickets } from './learn/requests.ts';
import { emptySketch } from './learn/sketch.ts';
import { type DecoySpan, type Part, type Tenant, tenantOf } from './learn/tenant.ts';
import type { CaseAlert, Finding } from './report/alert.ts';
import { tellBreaches } from './report/breaches.ts';
import { decoyTouches } from './report/decoys.ts';
import { pruneCases } from './report/openCases.ts';
import { type Judged, report } from './report/report.ts';
import { roastings } from './report/roastings.ts';
import { sprays } from './report/sprays.ts';
import { closeStorms, pruneStorms } from './report/storms.ts';
import {
  type AccountState,
  type DayCell,
  FACETS,
  type Facet,
  type Novelty,
  type TenantState,
  type WeakUse,
} from './state.ts';
import { readState, stateSize, writeState } from './storage.ts';
import { VERDICT } from './weights.ts';

export type Assessor = {
  /** Accepts one row, in order of event time within the reorder window. */
  observe(row: NormalisedRow): CaseAlert[];
  /** Closes all open hours. */
  finish(): CaseAlert[];
  /** Bytes of the permanent state. */
  stateBytes(): number;
  /** Number of known service accounts. */
  accounts(): number;
};

export type AssessorOptions = {
  inventory?: Inventory;
  /** What directories tell of machines and accounts; nothing by default. */
  directory?: DirectoryFacts;
  /** Approved contracts by the account's key. */
  contracts?: ReadonlyMap<string, Contract>;
  /** Accounts that nothing uses or used, by key, and the times in which each touch is reported. */
  decoys?: ReadonlyMap<string, readonly DecoySpan[]>;
  /** The organization's own names; the specification's by default. */
  naming?: Naming;
  /** Weights of reasons; the fitted ones by default. */
  weights?: Weights;
  /** Parts to leave out, to measure what they are worth. */
  without?: readonly Part[];
};

/** A closed hour: its findings, and all activity of service accounts. */
export type ClosedHour = { findings: Finding[]; activity: DayCell[] };

/** A service account known to the assessor; days since 1970. */
export type KnownAccount = {
  name: string;
  knownBy: NonNullable<AccountState['service']>;
  first: number;
  last: number;
};

/** An assessor that takes whole hours, and can be saved and resumed. Hours count from 1970. */
export type StoredAssessor = Assessor & {
  /** Judges an hour, later than every previous hour; calls `endDays` first. */
  closeHour(bucket: Bucket): ClosedHour;
  /** Judges the days that end before an hour; the result does not depend on the number of calls. */
  endDays(before: number): Finding[];
  /** Hour before which a day must be ended even without activity; null if nothing is due. */
  dueHour(): number | null;
  serviceAccounts(): KnownAccount[];
  /** Uses of RC4 of the last months. */
  weakUses(): WeakUse[];
  /** The complete state, including open hours, as text. */
  save(): string;
};

/** Permitted disorder of events without an effect on cases. */
export const REORDER = HOUR / 4;
export function emptyState(): TenantState {
  return {
    firstDay: -1,
    day: -1,
    ended: -1,
    newest: -1,
    buckets: new Map(),
    accounts: new Map(),
    hosts: new Map(),
    addresses: new Map(),
    sessions: new Map(),
    today: new Map(),
    refusedFrom: new Map(),
    people: emptySketch(),
    companions: new Map(),
    claims: new Map(),
    rates: emptyRates(),
    families: new Map(),
    waiting: [],
    programs: new Map(),
    operators: new Map(),
    cases: new Map(),
    ties: new Map(),
    storms: new Map(),
    ticketsSince: -1,
    asked: new Map(),
    requests: new Map(),
    unproved: new Map(),
    weak: new Map(),
  };
}

/** Creates an assessor with an empty state. */
export function createAssessor(options: AssessorOptions): Assessor {
  return openAssessor(options);
}

/** @param options.saved result of `save`, to resume from */
export function openAssessor(options: AssessorOptions & { saved?: string }): StoredAssessor {
  const state = options.saved === undefined ? emptyState() : readState(options.saved);
  const words: Words = { counts: new Map(), accounts: 0 };
  for (const [name, { service }] of state.accounts) if (service !== null) countWords(words, name);
  const register = registerOf(options.inventory, options.naming, options.directory);
  const tenant = tenantOf(state, register, words, options);
  return {
    observe(row) {
      const time = parseTime(row.timestamp);
      if (time === null) return [];
      return reportedAlerts(step(tenant, row, time));
    },
    finish() {
      const findings = closeHours(tenant, Number.POSITIVE_INFINITY);
      if (state.ended < state.day) findings.push(...closeDay(tenant));
      return reportedAlerts([
        ...findings,
        ...reportWaiting(tenant, Number.POSITIVE_INFINITY, lastHourOf(state.day)),
      ]);
    },
    closeHour: (bucket) => closeHour(tenant, bucket),
    endDays: (before) => endDays(tenant, before),
    dueHour() {
      if (state.ended < state.day) return (state.day + 1) * HOURS;
      return state.waiting.length === 0 ? null : (state.ended + 2) * HOURS;
    },
    serviceAccounts: () =>
      [...state.accounts].flatMap(([name, { service, first, last }]) =>
        service === null ? [] : [{ name, knownBy: service, first, last }],
      ),
    weakUses: () => [...state.weak.values()],
    save: () => writeState(state),
    stateBytes: () => stateSize(state),
    accounts: () => [...state.accounts.values()].filter(({ service }) => service !== null).length,
  };
}

function reportedAlerts(findings: readonly Finding[]): CaseAlert[] {
  return findings.filter(({ isReported }) => isReported).map(({ alert }) => alert);
}

const HOURS = DAY / HOUR;
const lastHourOf = (day: number): number => (day + 1) * HOURS - 1;

/** Folds one event, and closes the hours that it completes. */
function step(tenant: Tenant, row: NormalisedRow, time: number): Finding[] {
  const { state } = tenant;
  const open = state.newest < 0 ? Number.NEGATIVE_INFINITY : Math.floor((state.newest - REORDER) / HOUR);
  const hour = Math.max(Math.floor(time / HOUR), open);
  let bucket = state.buckets.get(hour);
  if (bucket === undefined) {
    bucket = emptyBucket(hour);
    state.buckets.set(hour, bucket);
  }
  foldEvent(bucket, row, time);
  if (time <= state.newest) return [];
  state.newest = time;
  const closed = Math.floor((time - REORDER) / HOUR);
  return closed > open ? closeHours(tenant, closed) : [];
}

/** Judges the hours before `before`, in order. */
function closeHours(tenant: Tenant, before: number): Finding[] {
  const { buckets } = tenant.state;
  const findings: Finding[] = [];
  for (const hour of [...buckets.keys()].filter((key) => key < before).sort((a, b) => a - b)) {
    const bucket = buckets.get(hour)!;
    buckets.delete(hour);
    findings.push(...endDays(tenant, hour), ...closeHour(tenant, bucket).findings);
  }
  return findings;
}

function closeHour(tenant: Tenant, bucket: Bucket): ClosedHour {
  const { state } = tenant;
  const day = Math.floor(bucket.hour / HOURS);
  if (state.firstDay < 0) state.firstDay = day;
  state.day = Math.max(state.day, day);
  const { grown, observed } = applyHour(tenant, bucket);
  // A verdict about the same machine belongs to the case of the breach.
  const findings = tellBreaches(tenant, bucket.hour);
  if (day - state.firstDay >= VERDICT.learningDays) findings.push(...judgeHour(tenant, grown, bucket.hour));
  noteTickets(tenant, bucket);
  findings.push(...decoyTouches(tenant, bucket, observed));
  findings.push(...sprays(tenant, bucket.hour), ...roastings(tenant, bucket.hour));
  return { findings, activity: observed };
}

function endDays(tenant: Tenant, before: number): Finding[] {
  const { state } = tenant;
  const until = Math.floor(before / HOURS);
  if (state.day < 0 || state.day >= until) return [];
  const findings: Finding[] = [];
  if (state.ended < state.day) {
    findings.push(...closeDay(tenant));
    state.ended = state.day;
  }
  // Days without activity: waiting verdicts are still reported.
  for (let day = state.ended + 1; day < until && state.waiting.length > 0; day += 1)
    findings.push(...reportWaiting(tenant, day - VERDICT.waitDays, lastHourOf(day)));
  state.ended = Math.max(state.ended, until - 1);
  pruneCases(state);
  return findings;
}

/** Reports urgent verdicts immediately. */
function judgeHour(tenant: Tenant, grown: ReadonlySet<string>, hour: number): Finding[] {
  const judged: Judged[] = [];
  for (const name of [...grown].sort()) {
    const account = tenant.state.accounts.get(name)!;
    const day = tenant.state.today.get(name);
    if (day === undefined || day.reported >= VERDICT.urgent) continue;
    const verdict = judge(tenant, name, account, day);
    if (verdict !== null && verdict.score >= VERDICT.urgent) judged.push({ name, verdict });
  }
  return report(tenant, judged, hour);
}

/** Judges the complete day, learns from it, and starts a new one. */
function closeDay(tenant: Tenant): Finding[] {
  const { state } = tenant;
  const names = [...state.today.keys()].sort().filter((name) => state.accounts.get(name)?.service != null);
  const verdicts = names.flatMap((name) => {
    const account = state.accounts.get(name)!;
    const verdict = judge(tenant, name, account, state.today.get(name)!);
    return verdict === null ? [] : [{ name, account, novelties: allNovelties(tenant, name) }];
  });
  const stages = new Map(
    names.map((name) => [
      name,
      stageOf(state.accounts.get(name)!.activeDays, tenant.cohort(name, 'accounts')),
    ]),
  );
  for (const stage of stages.values()) countExposure(state.rates, stage);
  for (const { name, novelties } of verdicts) count(tenant, stages.get(name)!, novelties, 1);
  const judged: Judged[] = [];
  for (const { name, account, novelties } of verdicts) {
    const day = state.today.get(name)!;
    // An account's own day must not make itself usual.
    count(tenant, stages.get(name)!, novelties, -1);
    const verdict = weigh(tenant, name, account, day, novelties);
    count(tenant, stages.get(name)!, novelties, 1);
    if (
      verdict.score >= VERDICT.waits &&
      (day.reported === 0 || verdict.score > day.reported + VERDICT.growth)
    )
      judged.push({ name, verdict });
  }
  const clear = judged.filter(({ verdict }) => verdict.score >= VERDICT.clear);
  const hour = lastHourOf(state.day);
  const findings = [...tellBreaches(tenant, hour, true), ...report(tenant, clear, hour)];
  for (const { name, verdict } of judged)
    if (verdict.score < VERDICT.clear && verdict.score >= VERDICT.waits)
      state.waiting.push({ name, verdict, day: state.day });
  for (const { account, novelties } of verdicts) {
    if (account.activeDays < 2) continue;
    for (const facet of new Set(novelties.map(({ facet }) => facet))) {
      const at = FACETS.indexOf(facet);
      account.novelDays[at] = (account.novelDays[at] ?? 0) + 1;
    }
  }
  for (const name of names)
    findings.push(...closeStorms(tenant, name, state.accounts.get(name)!, state.today.get(name)!, hour));
  pruneStorms(tenant);
  for (const [name, day] of state.today) remember(tenant, name, state.accounts.get(name)!, day);
  findings.push(...reportWaiting(tenant, state.day - VERDICT.waitDays, hour));
  state.today.clear();
  state.refusedFrom.clear();
  state.claims.clear();
  rememberTickets(state);
  boundAccounts(tenant);
  return findings;
}

function allNovelties(tenant: Tenant, name: string): Novelty[] {
  return noveltiesOf(tenant, name, tenant.state.accounts.get(name)!, tenant.state.today.get(name)!);
}

function count(tenant: Tenant, stage: number, novelties: readonly Novelty[], by: number): void {
  const classes = new Map<Facet, Set<string>>();
  for (const { facet, klass } of novelties) {
    const set = classes.get(facet) ?? new Set();
    set.add(klass.text);
    classes.set(facet, set);
  }
  const { rates } = tenant.state;
  const pairs: (readonly [Facet, string])[] = [];
  for (const [facet, set] of classes) {
    countNovelty(rates, facet, stage, set, by);
    countDays(rates, stage, facet, by);
    for (const klass of set) pairs.push([facet, klass]);
  }
  countPairs(rates, stage, pairs, by);
}

/** Reports verdicts that have waited since `until` or longer, if the activity occurred only once. */
function reportWaiting(tenant: Tenant, until: number, hour: number): Finding[] {
  const { state } = tenant;
  const due = state.waiting.filter(({ day }) => day <= until);
  if (due.length === 0) return [];
  state.waiting = state.waiting.filter(({ day }) => day > until);
  const judged = due.flatMap((waited, i) => {
    const { name, verdict } = waited;
    const further =
      waited.counted === true ? 0 : roundsOf(tenant, waited, [...due.slice(i + 1), ...state.waiting]);
    const score = weighLater(state.accounts.get(name)!, verdict) + further;
    return score >= VERDICT.reported ? [{ name, verdict: { ...verdict, score } }] : [];
  });
  return report(tenant, judged, hour);
}
