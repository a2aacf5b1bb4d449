import { FINDINGS } from '@scout/detection/catalogue/findings';
import { DAY } from '@scout/detection/time';
import type { Role } from '../inventory.ts';
import { isRefused } from '../kinds.ts';
import { claimedAddresses, countOfTries, refusingMachine } from '../learn/refusing.ts';
import { sessionsAt } from '../learn/sessions.ts';
import type { Tenant } from '../learn/tenant.ts';
import { hostWord } from '../names.ts';
import type { TenantState, Verdict } from '../state.ts';
import { SPRAY } from '../weights.ts';
import type { Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { listOf, numberWord } from './lists.ts';
import { addToCase, openCaseOf } from './openCases.ts';
import { sentenceOfStatement } from './statement.ts';

const RECORDS = 16;
/** Accounts and machines listed in a finding; the sentence counts all of them. */
const LISTED = 50;
/** Addresses reported of one machine. */
const ADDRESSES = 3;

/** One case per machine from which somebody tries many accounts. @param hour hour of the judgment */
export function sprays(tenant: Tenant, hour: number): Finding[] {
  const { state } = tenant;
  const findings: Finding[] = [];
  for (const source of [...state.refusedFrom.keys()].sort()) {
    const [accounts, targets] = state.refusedFrom.get(source)!;
    if (accounts.size < SPRAY.accounts) continue;
    const services = [...accounts.keys()].filter(tenant.isService).sort();
    if (services.length === 0) continue;
    const key = keyOf(source);
    const known = openCaseOf(state, [key]);
    const open = known === undefined ? undefined : state.cases.get(known);
    // Accounts tried later join the case.
    const reported = open === undefined || open.last < state.day ? 0 : (open.accounts ?? 0);
    if (open !== undefined) open.last = state.day;
    if (accounts.size <= reported) continue;
    const caseKey = known ?? JSON.stringify([services[0]!, 'spraying', source, state.day]);
    addToCase(state, caseKey, [key], { score: SPRAY.score, accounts: accounts.size });
    const marks = services.flatMap((name) => accounts.get(name)![2]).sort((a, b) => a.time - b.time);
    const time = marks[marks.length - 1]!.time;
    const people = new Set(sessionsAt(state, source, time, tenant.isPerson).map(({ person }) => person));
    const [person] = people;
    const destinations = [...targets].sort();
    const statement = {
      lead: `${accounts.size} accounts were refused from ${machineWords(state, source)}, where none of them had ever worked, ${services.length === accounts.size ? 'all' : services.length} of them service accounts`,
      unit: 'refusal',
      count: [...accounts.values()].reduce((sum, tried) => sum + countOfTries(tried), 0),
      first: marks[0]!.time,
      last: time,
      why: `${targetsText(tenant, destinations)}The service accounts: ${listOf(services)}.`,
    };
    const alert = {
      time: new Date(time).toISOString(),
      account: services[0]!,
      recordIds: [...new Set(marks.map(({ record }) => record))].filter((id) => id !== '').slice(0, RECORDS),
      score: SPRAY.score + Math.log(accounts.size / SPRAY.accounts),
      kind: 'spraying' as const,
      severity: FINDINGS.spraying.severity,
      because: 'Someone is trying passwords on many accounts.',
      statement,
      sentence: sentenceOfStatement(statement),
      reasons: [{ facet: 'spraying', class: 'spraying', surprise: SPRAY.score }],
      ...(people.size === 1 && person !== undefined
        ? { person: { name: person, level: 'present' as const } }
        : {}),
    };
    findings.push({
      caseKey,
      hour,
      isReported: open === undefined,
      alert,
      accounts: services.slice(1, LISTED),
      persons: [...people]
        .sort()
        .slice(0, RECORDS)
        .map((name) => ({ name, level: 'present' })),
      sources: [source],
      destinations: destinations.slice(0, LISTED),
      evidence: evidenceOf(marks),
    });
  }
  return findings;
}

/** Key of the spray case that a verdict repeats: all its weight comes from refusals by the spraying machine. */
export function sprayOf(state: TenantState, { reasons }: Verdict): string | undefined {
  const cells = reasons.flatMap(({ surprise, novelty }) => (surprise > 0 ? novelty.cell : []));
  const source = cells[0]?.source ?? null;
  if (source === null) return undefined;
  if (cells.some((cell) => cell.source !== source || !isRefused(cell.kind))) return undefined;
  const key = openCaseOf(state, [keyOf(refusingMachine(state, source))]);
  if (key === undefined) return undefined;
  const { opened, last } = state.cases.get(key)!;
  const day = Math.floor(cells[0]!.first / DAY);
  return opened <= day && day <= last ? key : undefined;
}

/** "Tried at three workstations: WS-001, WS-002 and WS-003. " Empty if only domain controllers tell of the tries. */
function targetsText({ role }: Tenant, targets: readonly string[]): string {
  if (targets.length === 0) return '';
  const list = listOf(targets.map(hostWord));
  if (targets.length === 1) return `Tried at ${list}. `;
  const nouns = new Set(targets.map((target) => NOUNS[role(target)]));
  const noun = nouns.size === 1 ? [...nouns][0]! : 'machines';
  return `Tried at ${numberWord(targets.length)} ${noun}: ${list}. `;
}

const NOUNS: Readonly<Record<Role, string>> = {
  workstation: 'workstations',
  jump: 'jump hosts',
  database: 'servers',
  app: 'servers',
  hub: 'servers',
  server: 'servers',
  controller: 'domain controllers',
  unknown: 'machines',
};

/** "WS-007 (10.60.0.8)" */
function machineWords(state: TenantState, machine: string): string {
  const addresses = claimedAddresses(state, machine).slice(0, ADDRESSES);
  return addresses.length === 0 ? hostWord(machine) : `${hostWord(machine)} (${addresses.join(', ')})`;
}

const keyOf = (source: string) => `spray|${source}`;
