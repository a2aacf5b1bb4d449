import { type IncidentPath, type IncidentRow, type IncidentRun, incidentWay, limits } from '@scout/contract';
import { keyOf, type RuleId } from '@scout/detection';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type IncidentScope, readIncidents } from './incidents.ts';

const { runs: runsMost, runRows, pathNames } = limits.incidents;
const GAP_MS = limits.cases.runGapHours * 3_600_000;

/** The newest incidents of a scope as runs; see the contract, calls/events/incidents.ts. */
export async function readIncidentRuns(
  tx: Transaction,
  scope: Omit<IncidentScope, 'limit'>,
): Promise<{ runs: IncidentRun[]; incidents: number; path: IncidentPath; next: string | null }> {
  const { incidents, runs, taken, next } = await readGrouped(tx, scope);
  const used = incidents.slice(0, taken);
  const last = used.at(-1);
  return {
    runs,
    incidents: taken,
    path: pathOf(scope.rule, used),
    next: taken < incidents.length && last ? `${Date.parse(last.time)}_${last.id}` : next,
  };
}

/** Incidents that are read at first, and how many times as many are then read in all: of most accounts the first have enough runs. */
const [ROWS_AT_FIRST, GROWTH] = [200, 3];

/** Reads incidents until there are as many runs as a page may have, or as many incidents. */
async function readGrouped(tx: Transaction, scope: Omit<IncidentScope, 'limit'>) {
  const incidents: IncidentRow[] = [];
  let next: string | null | undefined = scope.cursor;
  for (let rows = ROWS_AT_FIRST; ; rows = Math.min(rows * GROWTH, runRows)) {
    const page = await readIncidents(tx, {
      ...scope,
      cursor: next ?? undefined,
      limit: rows - incidents.length,
    });
    incidents.push(...page.incidents);
    next = page.next;
    const { runs, taken } = grouped(incidents);
    if (taken < incidents.length || next === null || rows === runRows)
      return { incidents, runs, taken, next };
  }
}

/** Groups incidents, newest first, until there are as many runs as a page may have. */
function grouped(incidents: readonly IncidentRow[]): { runs: IncidentRun[]; taken: number } {
  const runs: IncidentRun[] = [];
  const open = new Map<string, IncidentRun>();
  for (const [taken, incident] of incidents.entries()) {
    const { time, ...details } = incident;
    const way = incidentWay(incident);
    const run = open.get(way);
    if (run !== undefined && Date.parse(run.first) - Date.parse(time) <= GAP_MS) {
      run.first = time;
      run.events += 1;
      continue;
    }
    if (runs.length === runsMost) return { runs, taken };
    const begun = { ...details, first: time, last: time, events: 1 };
    open.set(way, begun);
    runs.push(begun);
  }
  return { runs, taken: incidents.length };
}

/** Persons, sources, accounts and servers of incidents, most frequent first. */
function pathOf(rule: RuleId, incidents: readonly IncidentRow[]): IncidentPath {
  return {
    persons: most(incidents.map(({ subject_user }) => (isMachine(subject_user) ? [] : [subject_user]))),
    sources: most(incidents.map((incident) => sourcesOf(rule, incident))),
    accounts: most(incidents.map(({ service_account }) => [service_account])),
    servers: most(incidents.map(({ server }) => [server])),
  };
}

const isMachine = (user: string | null): boolean => user?.endsWith('$') ?? false;

/** Machines that an incident came from: of a refusal those named by the event, of a change none, otherwise the machine itself. */
function sourcesOf(rule: RuleId, { failure_reason, source_hosts, computer }: IncidentRow) {
  if (rule === 'infrastructure-changes') return [];
  return rule === 'failed-logons' || failure_reason !== null ? source_hosts : [computer];
}

function most(names: readonly (readonly (string | null)[])[]): IncidentPath['persons'] {
  const counted = new Map<string, { name: string; events: number }>();
  for (const name of names.flat()) {
    if (name === null || name === '') continue;
    const known = counted.get(keyOf(name));
    if (known === undefined) counted.set(keyOf(name), { name, events: 1 });
    else known.events += 1;
  }
  const sorted = [...counted.values()].sort((a, b) => b.events - a.events);
  return { names: sorted.slice(0, pathNames), total: sorted.length };
}
