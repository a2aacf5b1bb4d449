import {
  ASSESSOR_VERSION,
  type Bucket,
  emptyBucket,
  type Finding,
  openAssessor,
  type StoredAssessor,
} from '@scout/cases';
import { HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { type HourActivity, storeActivity } from '../sql/assessor/activity.ts';
import { applyExceptions } from '../sql/assessor/exceptions.ts';
import { renewCases, storeFindings } from '../sql/assessor/findings.ts';
import { mergeInto, nextHour, readParts } from '../sql/assessor/parts.ts';
import { lockPosition, movePosition, newHours, type Position } from '../sql/assessor/position.ts';
import { postureFindings } from '../sql/assessor/postureChanges.ts';
import { storeRc4Uses } from '../sql/assessor/rc4Uses.ts';
import { storeAccounts } from '../sql/assessor/register.ts';
import { readSettings, type Settings } from '../sql/assessor/settings.ts';
import {
  dropSnapshotsAfter,
  isKept,
  pruneSnapshots,
  readSnapshot,
  writeSnapshot,
} from '../sql/assessor/snapshots.ts';
import { storeSpelling } from '../sql/assessor/spelling.ts';
import type { Memory } from './memory.ts';

/** Delay after an hour's end before its final judgment; later arrivals reset the assessor. */
const REORDER = HOUR / 4;
const BUDGET_MS = 5_000;
const HOURS_OF_DAY = 24;

export interface AssessorParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly memory: Memory;
  /** Milliseconds after which a run stops closing hours and leaves the rest to the next one, so that no transaction stays open for long. */
  readonly budgetMs?: number;
}

/** `busy`: another process assesses the organization; `more`: hours are left to judge. */
export type AssessmentResult = 'busy' | 'idle' | 'done' | 'more';

/**
 * Assesses an organization's new activity in one transaction: reads parts, judges completed hours and, provisionally, open ones,
 * and writes findings, cases, activity and the register. The result depends only on the parts, so that repeating it, in another
 * process or after a kill, changes nothing.
 */
export async function assess(parts: AssessorParts, tenantId: string): Promise<AssessmentResult> {
  const { pool, memory, clock, budgetMs = BUDGET_MS } = parts;
  try {
    return await withRole(pool, { role: 'scout_assessor', tenantId }, async (tx, client) => {
      const position = await lockPosition(client, tenantId);
      return position === undefined
        ? 'busy'
        : run(client, tenantId, position, { tx, memory, now: clock.now(), budgetMs });
    });
  } catch (error) {
    // After a rollback, data merged in memory is not in the database.
    memory.delete(tenantId);
    throw error;
  }
}

async function run(
  client: pg.ClientBase,
  tenantId: string,
  position: Position,
  { tx, memory, now, budgetMs }: { tx: Transaction; memory: Memory; now: number; budgetMs: number },
): Promise<AssessmentResult> {
  const nowHour = Math.floor(now / HOUR);
  const closeTo = Math.max(Math.floor((now - REORDER) / HOUR), position.closedThrough ?? 0);
  const settings = await readSettings(client, tenantId, ASSESSOR_VERSION, memory);
  const { exceptions, changedCases } = await applyExceptions(client, tenantId, position.exceptions, now);
  const alerts = { from: position.alertsFrom ?? now, naming: settings.naming };
  if (changedCases !== null) await renewCases(client, tenantId, changedCases, now, alerts);
  const arrived = await newHours(client, tenantId, position);
  const isNew =
    arrived.length > 0 ||
    position.settings !== settings.fingerprint ||
    position.request !== position.assessedRequest;
  if (!isNew && closeTo === position.closedThrough) return changedCases === null ? 'idle' : 'done';

  const start = await startOf(client, tenantId, position, { settings, earliest: arrived[0], memory });
  const judging = new Judging(client, tenantId, start, settings, { closeTo, budgetMs });
  const reading = readParts(client, tenantId, {
    from: start.from,
    // Reads all closed hours, even if the clock was set back.
    to: Math.max(nowHour, closeTo - 1),
    visible: position.readNow,
    read:
      start.readThrough === null ? undefined : { through: start.readThrough, hours: [...start.open.keys()] },
  });
  for await (const part of reading) {
    if (!judging.open.has(part.hour)) await judging.closeBefore(Math.min(part.hour, closeTo));
    if (judging.isOver) break;
    mergeInto(judging.open, part);
  }
  const { state, isMore } = await judging.finish();
  const to = judging.to ?? closeTo;
  const dueHour = judging.assessor.dueHour();
  const last = isMore ? judging.assessor : judgeOpen(judging, settings, state);

  const range = { from: judging.from, to: isMore ? to : null };
  const { activity } = judging;
  const worse = await postureFindings(client, tenantId, {
    hour: isMore ? null : Math.max(nowHour, to),
    judged: range,
  });
  const findings = [...judging.findings, ...worse.findings];
  // Before the findings: cases look up servers in it.
  await storeActivity(client, tenantId, { activity, range });
  const lastCaseNumber = await storeFindings(client, tenantId, {
    findings,
    exceptions,
    range: worse.range,
    now,
    lastCaseNumber: position.lastCaseNumber,
    alerts,
    isResettled: position.settings !== settings.fingerprint,
  });
  await storeAccounts(client, tenantId, { accounts: last.serviceAccounts(), activity, now });
  await storeRc4Uses(client, tenantId, { uses: last.weakUses(), range });
  await storeSpelling(tx, tenantId, findings);

  const open = isMore ? new Map<number, Bucket>() : judging.open;
  const waits = [...open.values()].filter(({ cells, sessions }) => cells.size + sessions.length > 0);
  const future = await nextHour(client, tenantId, nowHour);
  const dues = [
    ...waits.map(({ hour }) => (hour + 1) * HOUR + REORDER),
    ...(dueHour === null ? [] : [dueHour * HOUR + REORDER]),
    ...(future === null ? [] : [future * HOUR]),
  ];
  const due = isMore ? now : dues.length === 0 ? null : Math.min(...dues);
  const revision = await movePosition(client, tenantId, position, {
    closedThrough: to,
    settings: settings.fingerprint,
    due,
    lastCaseNumber,
    now,
    isBehind: isMore,
  });
  for (let hour = to; hour <= nowHour && !isMore; hour += 1)
    if (!open.has(hour)) open.set(hour, emptyBucket(hour));
  if (isMore) memory.delete(tenantId);
  else memory.set(tenantId, { revision, state, open });
  return isMore ? 'more' : 'done';
}

/** Start of a run: the state before an hour, and the parts of later hours already in memory. */
interface Start {
  /** Null: from the start. */
  readonly from: number | null;
  readonly state: string | undefined;
  readonly open: Map<number, Bucket>;
  /** PostgreSQL's snapshot up to which the open hours were read; null: not read. */
  readonly readThrough: string | null;
}

/** Resumes at the end of the last run, or before the earliest hour with new parts. */
async function startOf(
  client: pg.ClientBase,
  tenantId: string,
  position: Position,
  { settings, earliest, memory }: { settings: Settings; earliest: number | undefined; memory: Memory },
): Promise<Start> {
  const { closedThrough } = position;
  const anew: Start = { from: null, state: undefined, open: new Map(), readThrough: null };
  if (closedThrough === null) return anew;
  if (position.settings !== settings.fingerprint) {
    await dropSnapshotsAfter(client, tenantId, null);
    return anew;
  }
  if (earliest !== undefined && earliest < closedThrough) {
    const snapshot = await readSnapshot(client, tenantId, earliest);
    await dropSnapshotsAfter(client, tenantId, snapshot?.hour ?? null);
    return snapshot === undefined ? anew : { ...anew, from: snapshot.hour, state: snapshot.state };
  }
  const known = memory.get(tenantId, position.revision);
  if (known !== undefined)
    return { from: closedThrough, state: known.state, open: known.open, readThrough: position.readThrough };
  const snapshot = await readSnapshot(client, tenantId, closedThrough);
  return { ...anew, from: closedThrough, state: snapshot?.state };
}

/** Closes hours in order, and collects the results. */
class Judging {
  readonly open: Map<number, Bucket>;
  readonly findings: Finding[] = [];
  readonly activity: HourActivity[] = [];
  readonly assessor: StoredAssessor;
  /** The first judged hour. */
  from: number | null;
  /** Exclusive end of the final hours. */
  to: number | null;
  isOver = false;
  readonly #client: pg.ClientBase;
  readonly #tenantId: string;
  readonly #closeTo: number;
  readonly #budgetMs: number;
  #state: string | undefined;
  #day: number | null;
  #spent = 0;

  constructor(
    client: pg.ClientBase,
    tenantId: string,
    start: Start,
    { inventory, directory, contracts, decoys, naming }: Settings,
    { closeTo, budgetMs }: { closeTo: number; budgetMs: number },
  ) {
    this.#client = client;
    this.#tenantId = tenantId;
    this.#closeTo = closeTo;
    this.#budgetMs = budgetMs;
    this.open = start.open;
    this.from = start.from;
    this.to = start.from;
    this.#state = start.state;
    this.#day = start.from === null ? null : dayOf(start.from - 1);
    this.assessor = openAssessor({
      inventory,
      directory,
      contracts,
      decoys,
      naming,
      ...(start.state !== undefined && { saved: start.state }),
    });
  }

  /** Closes the open hours before an hour; stops when the time limit is reached. */
  async closeBefore(end: number): Promise<void> {
    for (const hour of [...this.open.keys()].filter((each) => each < end).sort((a, b) => a - b)) {
      if (this.#spent > this.#budgetMs) {
        this.isOver = true;
        return;
      }
      const began = performance.now();
      this.#endDays(hour);
      const day = dayOf(hour);
      const midnight = day * HOURS_OF_DAY;
      if (this.#day !== null && day > this.#day && isKept(midnight, this.#closeTo))
        await writeSnapshot(this.#client, this.#tenantId, midnight, this.assessor.save());
      this.#day = day;
      const bucket = this.open.get(hour)!;
      this.open.delete(hour);
      // An hour without events has no parts in the database, so it is not judged from memory either.
      if (bucket.cells.size + bucket.sessions.length > 0) {
        const { findings, activity } = this.assessor.closeHour(bucket);
        this.findings.push(...findings);
        this.activity.push({ hour, cells: activity });
        this.#state = undefined;
      }
      this.from ??= hour;
      this.to = hour + 1;
      this.#spent += performance.now() - began;
    }
  }

  /** Closes the remaining completed hours and saves the state. */
  async finish(): Promise<{ state: string; isMore: boolean }> {
    if (!this.isOver) await this.closeBefore(this.#closeTo);
    if (!this.isOver) this.to = Math.max(this.to ?? this.#closeTo, this.#closeTo);
    if (this.to !== null) this.#endDays(this.to);
    const isChanged = this.#state === undefined;
    const state = this.#state ?? this.assessor.save();
    if (isChanged && this.to !== null) {
      await writeSnapshot(this.#client, this.#tenantId, this.to, state);
      await pruneSnapshots(this.#client, this.#tenantId, this.to);
    }
    return { state, isMore: this.isOver };
  }

  #endDays(before: number): void {
    const due = this.assessor.dueHour();
    if (due !== null && due <= before) this.#state = undefined;
    this.findings.push(...this.assessor.endDays(before));
  }
}

/**
 * Judges open hours on a copy, so that urgent findings are reported before the end of the hour. Returns the assessor of the last
 * judgment.
 */
function judgeOpen(
  judging: Judging,
  { inventory, directory, contracts, decoys, naming }: Settings,
  state: string,
): StoredAssessor {
  const open = [...judging.open].filter(([, { cells, sessions }]) => cells.size + sessions.length > 0);
  if (open.length === 0) return judging.assessor;
  const copy = openAssessor({ inventory, directory, contracts, decoys, naming, saved: state });
  for (const [hour, bucket] of open.sort(([a], [b]) => a - b)) {
    judging.findings.push(...copy.endDays(hour));
    const { findings, activity } = copy.closeHour(bucket);
    judging.findings.push(...findings);
    judging.activity.push({ hour, cells: activity });
    judging.from ??= hour;
  }
  return copy;
}

const dayOf = (hour: number): number => Math.floor(hour / HOURS_OF_DAY);
