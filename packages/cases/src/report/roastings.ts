import { FINDINGS } from '@scout/detection/catalogue/findings';
import type { Person } from '../attribute/attribution.ts';
import { compareMarks } from '../fold/bucket.ts';
import { isLogon, isRefused } from '../kinds.ts';
import { SERVICES_LIMIT } from '../learn/requests.ts';
import type { Tenant } from '../learn/tenant.ts';
import { hostWord } from '../names.ts';
import type { Request, TenantState } from '../state.ts';
import { DISCOUNT, ROASTING } from '../weights.ts';
import type { Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { listOf, numberWord } from './lists.ts';
import { addToCase, openCaseOf } from './openCases.ts';
import { sentenceOfStatement } from './statement.ts';

const RECORDS = 16;
/** Accounts listed in a finding; the sentence counts all of them. */
const LISTED = 50;

/** Tickets requested on the day from which passwords can be guessed: by an account, or by a machine without any. */
type Roasting = {
  tie: string;
  client: string;
  requester: string | null;
  /** By service account, in order. */
  requests: readonly (readonly [account: string, Request])[];
  lead: string;
  why: string;
};

/** One case for each account that asks for many services' tickets, and each machine that gets first tickets without a password. */
export function roastings(tenant: Tenant, hour: number): Finding[] {
  const { state } = tenant;
  if (state.ticketsSince < 0 || state.day - state.ticketsSince < ROASTING.learningDays) return [];
  const found = [...roastedServices(tenant), ...roastedAccounts(tenant)];
  return found.flatMap((roasting) => findingOf(tenant, roasting, hour) ?? []);
}

/** Whatever the cipher: services that the account never asked for, that few others ask for, and that it did not use. */
function roastedServices(tenant: Tenant): Roasting[] {
  const { state } = tenant;
  const found: Roasting[] = [];
  let common: ReadonlySet<string> | undefined;
  for (const [requester, services] of state.requests) {
    if (services.size < ROASTING.services) continue;
    const known = state.asked.get(requester)?.services ?? [];
    if (known.length >= SERVICES_LIMIT || isLearning(tenant, requester)) continue;
    const used = usedServices(state, requester);
    const least = Math.max(ROASTING.services, known.length * ROASTING.share);
    for (const [client, requests] of byClient(services)) {
      const fresh = requests.filter(([service]) => !known.includes(service));
      if (fresh.length < least) continue;
      common ??= commonServices(state);
      const counted = fresh.filter(([service]) => !common?.has(service) && !used.has(service));
      if (counted.length < least) continue;
      const weak = counted.filter(([, { isWeak }]) => isWeak).length;
      found.push({
        tie: `roasting|${requester}|${client}`,
        client,
        requester,
        requests: counted,
        lead: `${requester} requested Kerberos tickets for ${counted.length} service accounts from ${hostWord(client)}, none of which it had ever asked for`,
        why: `Their passwords can be guessed from such tickets${weak === 0 ? '' : `, faster from ${weak === counted.length ? 'these' : numberWord(weak)} with RC4`}. The service accounts: ${listOf(counted.map(([name]) => name))}.`,
      });
    }
  }
  return found;
}

function byClient(services: ReadonlyMap<string, Request>): Map<string, [string, Request][]> {
  const clients = new Map<string, [string, Request][]>();
  for (const entry of [...services].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { client } = entry[1];
    clients.set(client, [...(clients.get(client) ?? []), entry]);
  }
  return clients;
}

/** A new service account asks for everything for the first time. */
function isLearning({ state, isService }: Tenant, requester: string): boolean {
  return isService(requester) && (state.accounts.get(requester)?.activeDays ?? 0) < DISCOUNT.newDays;
}

/** Services that many accounts ask for. Who asks for one for the first time is not among those who have. */
function commonServices({ asked }: TenantState): Set<string> {
  const counts = new Map<string, number>();
  for (const { services } of asked.values())
    for (const service of services) counts.set(service, (counts.get(service) ?? 0) + 1);
  return new Set([...counts].flatMap(([service, count]) => (count >= ROASTING.common ? [service] : [])));
}

/** Services that run where the account logged on today: their tickets were for that. */
function usedServices({ today, hosts }: TenantState, requester: string): Set<string> {
  const used = new Set<string>();
  for (const { kind, destination } of today.get(requester)?.cells.values() ?? [])
    if (isLogon(kind) && destination !== null)
      for (const service of hosts.get(destination)?.runs ?? []) used.add(service);
  return used;
}

/** Accounts without pre-authentication, asked for by a machine where none of them worked before. */
function roastedAccounts({ state }: Tenant): Roasting[] {
  const found: Roasting[] = [];
  for (const [client, accounts] of state.unproved) {
    const requests = [...accounts]
      .filter(([name]) => !hasWorkedFrom(state, name, client))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    if (requests.length < ROASTING.unproved) continue;
    found.push({
      tie: `roasting||${client}`,
      client,
      requester: null,
      requests,
      lead: `First Kerberos tickets of ${requests.length} service accounts were requested without a password from ${hostWord(client)}, where none of them had ever worked`,
      why: `Their passwords can be guessed from the answers, because the accounts need no pre-authentication. The service accounts: ${listOf(requests.map(([name]) => name))}.`,
    });
  }
  return found;
}

function hasWorkedFrom({ accounts }: TenantState, name: string, client: string): boolean {
  for (const { source, kind } of accounts.get(name)?.tuples.values() ?? [])
    if (source === client && !isRefused(kind)) return true;
  return false;
}

function findingOf(tenant: Tenant, roasting: Roasting, hour: number): Finding | null {
  const { state, isPerson, isService } = tenant;
  const { tie, client, requester, requests, lead, why } = roasting;
  const known = openCaseOf(state, [tie]);
  const open = known === undefined ? undefined : state.cases.get(known);
  // Accounts asked for later join the case.
  const reported = open === undefined || open.last < state.day ? 0 : (open.accounts ?? 0);
  if (open !== undefined) open.last = state.day;
  if (requests.length <= reported) return null;
  const names = requests.map(([name]) => name);
  const all = requester !== null && isService(requester) ? [requester, ...names] : names;
  const [account, ...others] = all as [string, ...string[]];
  const caseKey = known ?? JSON.stringify([account, 'roasting', requester ?? client, state.day]);
  addToCase(state, caseKey, [tie], { score: ROASTING.score, accounts: requests.length });
  const marks = requests.flatMap(([, { marks }]) => marks).sort(compareMarks);
  const times = requests.map(([, request]) => request);
  const last = Math.max(...times.map((request) => request.last));
  const statement = {
    lead,
    unit: 'ticket',
    count: times.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...times.map((request) => request.first)),
    last,
    why,
  };
  const persons: Person[] =
    requester !== null && isPerson(requester) ? [{ name: requester, level: 'acted' }] : [];
  return {
    caseKey,
    hour,
    isReported: open === undefined,
    alert: {
      time: new Date(last).toISOString(),
      account,
      recordIds: [...new Set(marks.map(({ record }) => record))].filter((id) => id !== '').slice(0, RECORDS),
      score: ROASTING.score + Math.log(requests.length),
      kind: 'roasting',
      severity: FINDINGS.roasting.severity,
      because: 'Tickets are collected like this to guess passwords of service accounts.',
      statement,
      sentence: sentenceOfStatement(statement),
      reasons: [{ facet: 'roasting', class: 'roasting', surprise: ROASTING.score }],
      ...(persons[0] !== undefined && { person: persons[0] }),
    },
    accounts: others.slice(0, LISTED),
    persons,
    sources: [client],
    destinations: [],
    evidence: evidenceOf(marks),
  };
}
