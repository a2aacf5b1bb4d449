import { FINDINGS } from '@scout/detection/catalogue/findings';
import { attribute, personOf } from '../attribute/attribution.ts';
import { plainKlass } from '../classes.ts';
import { breachWords } from '../contracts/contract.ts';
import { isRefused } from '../kinds.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { PendingBreach } from '../state.ts';
import { OUTSIDE } from '../weights.ts';
import type { Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { addToCase, openCaseOf, tieOf } from './openCases.ts';
import { leadOf, unitOf } from './sentence.ts';
import { sentenceOfStatement } from './statement.ts';

const NAMES = 16;

/**
 * Reports each way outside a contract in the hour of its first occurrence, and the rest of the day at the end of the day. A
 * continuing way belongs to its open case.
 * @param hour hour of the report, in hours since 1970
 */
export function tellBreaches(tenant: Tenant, hour: number, isDayOver = false): Finding[] {
  if (tenant.contracts.size === 0) return [];
  const { state } = tenant;
  const { day, today } = state;
  const findings: Finding[] = [];
  for (const name of [...today.keys()].sort())
    for (const outside of today.get(name)!.outside.values()) {
      const { pending, way } = outside;
      if (pending === null || (outside.isTold && !isDayOver)) continue;
      const score = isRefused(pending.cell.kind) ? OUTSIDE.refused : OUTSIDE.used;
      const own = tieOf(name, 'breach', way);
      const open = openCaseOf(state, [own]);
      const key = open ?? JSON.stringify([name, 'outside-contract', breachWords(pending.breaches), day]);
      const isReported = (state.cases.get(key)?.score ?? 0) < score;
      addToCase(state, key, [own, ...machinesOf(name, pending)], { score });
      findings.push({ ...findingOf(tenant, name, pending, hour), caseKey: key, isReported });
      outside.pending = null;
      outside.isTold = true;
    }
  return findings;
}

/** Machines that the contract does not name. */
const machinesOf = (name: string, { breaches }: PendingBreach): string[] =>
  breaches.flatMap(({ part, value }) =>
    (part === 'source' || part === 'destination') && value !== null ? tieOf(name, 'machine', value) : [],
  );

function findingOf(
  tenant: Tenant,
  name: string,
  { cell, breaches, sources, destinations }: PendingBreach,
  hour: number,
): Omit<Finding, 'caseKey' | 'isReported'> {
  const words = breachWords(breaches);
  const reasons = breaches.map(() => ({
    facet: 'use' as const,
    klass: plainKlass('outside-contract'),
    surprise: OUTSIDE.used,
    novelty: { facet: 'use' as const, klass: plainKlass('outside-contract'), cell, host: cell.source },
  }));
  const who = attribute(tenant, name, { score: OUTSIDE.used, reasons, marks: cell.marks });
  const person = personOf(who);
  const statement = {
    lead: leadOf(name, cell, person === undefined || person.level === 'present' ? null : person.name),
    unit: unitOf(cell.kind),
    count: cell.count,
    first: cell.first,
    last: cell.last,
    why: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`,
  };
  const alert = {
    time: new Date(cell.last).toISOString(),
    account: name,
    recordIds: [...new Set(cell.marks.map(({ record }) => record))].filter((id) => id !== ''),
    score: OUTSIDE.used,
    kind: 'outside-contract' as const,
    severity: isRefused(cell.kind) ? ('medium' as const) : FINDINGS['outside-contract'].severity,
    because: 'The account’s contract does not permit it.',
    statement,
    sentence: sentenceOfStatement(statement),
    ...(person === undefined ? {} : { person }),
    reasons: breaches.map(({ part }) => ({ facet: part, class: 'outside-contract', surprise: OUTSIDE.used })),
  };
  const { level, names } = who;
  return {
    hour,
    alert,
    accounts: [],
    persons: level === 'nobody' ? [] : names.slice(0, NAMES).map((one) => ({ name: one, level })),
    sources,
    destinations,
    evidence: evidenceOf(cell.marks),
  };
}
