import { FINDINGS } from '@scout/detection/catalogue/findings';
import { DAY } from '@scout/detection/time';
import { compareMarks } from '../fold/bucket.ts';
import { causeWords, diagnoseRefusals, machineOf, UNNAMED } from '../judge/refusals.ts';
import { isLogon } from '../kinds.ts';
import type { Tenant } from '../learn/tenant.ts';
import { hostWord } from '../names.ts';
import type { AccountDay, AccountState, RefusalCause, Storm, TenantState } from '../state.ts';
import { STORM } from '../weights.ts';
import type { CaseAlert, Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { addToCase, openCaseOf, tieOf } from './openCases.ts';
import { sentenceOfStatement } from './statement.ts';

const RECORDS = 16;
const MACHINES_LIMIT = 256;

/** Adds an account's day to its storms and reports changes; must be called once per account and day, before the day is stored. */
export function closeStorms(
  tenant: Tenant,
  name: string,
  account: AccountState,
  day: AccountDay,
  hour: number,
): Finding[] {
  const { storms } = tenant.state;
  for (const refusals of diagnoseRefusals(name, account, day)) {
    const key = `${name}|${refusals.cause}`;
    const storm = storms.get(key) ?? emptyStorm(name, refusals.cause, refusals.first);
    storms.set(key, storm);
    storm.count += refusals.count;
    storm.first = Math.min(storm.first, refusals.first);
    storm.last = Math.max(storm.last, refusals.last);
    storm.marks = [...storm.marks, ...refusals.marks].sort(compareMarks).slice(0, RECORDS);
    for (const [machine, { count, last }] of refusals.machines) {
      const known = storm.machines.get(machine);
      if (known !== undefined) {
        known.count += count;
        known.last = Math.max(known.last, last);
        known.works = false;
      } else if (storm.machines.size < MACHINES_LIMIT)
        storm.machines.set(machine, { count, last, works: false });
    }
  }
  const findings: Finding[] = [];
  for (const storm of stormsOf(tenant, name)) {
    noteSuccesses(storm, day);
    const alert = tell(storm);
    if (alert !== null)
      findings.push({
        caseKey: caseOf(tenant.state, storm, alert),
        hour,
        isReported: true,
        alert,
        accounts: [],
        persons: [],
        sources: failingOf(storm)
          .filter((machine) => machine !== UNNAMED)
          .slice(0, RECORDS),
        destinations: [],
        evidence: evidenceOf(storm.marks),
      });
    const isSettled = failingOf(storm).length === 0;
    if (isSettled) {
      storm.settled = storm.count;
      storm.marks = [];
      storm.machines.clear();
    }
    const isQuiet = (tenant.state.day + 1) * DAY - storm.last > STORM.overDays * DAY;
    if (isQuiet || (isSettled && storm.told === null)) storms.delete(`${name}|${storm.cause}`);
  }
  return findings;
}

/**
 * Case of a storm: that of its earlier findings, or of a machine that was new to the account, such as one where somebody guessed at the
 * password until the account was locked.
 */
function caseOf(state: TenantState, storm: Storm, { kind, score }: CaseAlert): string {
  const { account, cause, first } = storm;
  const own = tieOf(account, 'storm', cause);
  const machines = failingOf(storm).map((machine) => tieOf(account, 'machine', machine));
  const key =
    openCaseOf(state, [own, ...machines]) ?? JSON.stringify([account, kind, null, Math.floor(first / DAY)]);
  // Only a guess comes from machines where the account never worked.
  addToCase(state, key, cause === 'guess' ? [own, ...machines] : [own], { score });
  return key;
}

/** Removes storms of accounts without later activity. */
export function pruneStorms(tenant: Tenant): void {
  const { state } = tenant;
  for (const [key, { last }] of state.storms)
    if ((state.day + 1) * DAY - last > 2 * STORM.overDays * DAY) state.storms.delete(key);
}

function stormsOf(tenant: Tenant, name: string): Storm[] {
  return CAUSES.flatMap((cause) => tenant.state.storms.get(`${name}|${cause}`) ?? []);
}

const CAUSES = Object.keys(STORM.tell).sort() as RefusalCause[];

function emptyStorm(account: string, cause: RefusalCause, first: number): Storm {
  return {
    account,
    cause,
    count: 0,
    first,
    last: first,
    machines: new Map(),
    marks: [],
    told: null,
    settled: 0,
  };
}

/** A machine works again after a successful logon from it after its last refusal. */
function noteSuccesses(storm: Storm, day: AccountDay): void {
  for (const cell of day.cells.values()) {
    if (!isLogon(cell.kind)) continue;
    const machine = storm.machines.get(machineOf(cell) ?? '');
    if (machine !== undefined && cell.last > machine.last) machine.works = true;
  }
}

function failingOf(storm: Storm): string[] {
  return [...storm.machines].flatMap(([machine, { works }]) => (works ? [] : machine)).sort();
}

function tell(storm: Storm): CaseAlert | null {
  const failing = failingOf(storm);
  const list = failing.join(' ');
  const { told: lastNotice, account, cause, count, first, last, settled } = storm;
  const isBegun = lastNotice !== null && lastNotice.count > settled;
  if (!isBegun && count - settled < STORM.tell[cause]) return null;
  if (lastNotice !== null && lastNotice.failing === list && lastNotice.count === count) return null;
  storm.told = { count, failing: list };
  const kind = `refused-${cause}` as const;
  const still =
    failing.length === 0
      ? 'All machines work again.'
      : `Still failing: ${failing.map((machine) => (machine === UNNAMED ? machine : hostWord(machine))).join(', ')}.`;
  const statement = {
    lead: `${account} was refused because ${causeWords(cause)}`,
    unit: 'refusal',
    count,
    first,
    last,
    why: still,
    isTotal: true,
  };
  return {
    time: new Date(last).toISOString(),
    account,
    recordIds: [...new Set(storm.marks.map(({ record }) => record))].filter((id) => id !== ''),
    score: STORM.score + Math.min(1, Math.log10(count) / 4),
    kind,
    severity: FINDINGS[kind].severity,
    because: 'Refusals with a cause that can be fixed.',
    statement,
    sentence: sentenceOfStatement(statement),
    reasons: [{ facet: 'refusals', class: cause, surprise: STORM.score }],
  };
}
