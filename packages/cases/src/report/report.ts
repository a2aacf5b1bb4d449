import { type Attribution, attribute, personOf } from '../attribute/attribution.ts';
import { featureOf } from '../features.ts';
import { severityOf } from '../judge/severity.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { Reason, TenantState, Verdict } from '../state.ts';
import type { Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { addToCase, openCaseOf, tieOf } from './openCases.ts';
import { kindOf, statementOf } from './sentence.ts';
import { sprayOf } from './sprays.ts';
import { sentenceOfStatement } from './statement.ts';

const RECORDS = 16;
const NAMES = 16;

/** An account's verdict. */
export type Judged = { name: string; verdict: Verdict };
/** A verdict with its person, what ties it to a case, and the open case that it belongs to. */
type Filed = Judged & { who: Attribution; ties: Ties; open: string | undefined };

/** Converts verdicts to findings: accounts with the same machine on one day form one case, and an open case receives what belongs to it. */
export function report(tenant: Tenant, judged: readonly Judged[], hour: number): Finding[] {
  const { state } = tenant;
  const findings: Finding[] = [];
  const groups = new Map<string, [Filed, ...Filed[]]>();
  for (const { name, verdict } of [...judged].sort(
    (a, b) => b.verdict.score - a.verdict.score || (a.name < b.name ? -1 : 1),
  )) {
    const who = attribute(tenant, name, verdict);
    const today = state.today.get(name);
    if (today !== undefined) today.reported = verdict.score;
    const all = tiesOf(name, verdict, who);
    const ties = tenant.without.has('one case') ? { own: all.own.slice(0, 1), others: [] } : all;
    const spray = sprayOf(state, verdict);
    const open = spray ?? openCaseOf(state, [...ties.own, ...ties.others]);
    const entry: Filed = { name, verdict, who, ties, open };
    if (spray !== undefined) {
      findings.push(findingOf(tenant, [entry], spray, hour, false));
      continue;
    }
    if (open !== undefined && !addsToCase(state, open, entry)) {
      addToCase(state, open, ties.own, verdict);
      findings.push(findingOf(tenant, [entry], open, hour, false));
      continue;
    }
    const host = machineOf(verdict);
    const shared = host === null ? ties.own[0]! : `${state.day}|${host}`;
    const group = groups.get(shared);
    if (group === undefined) groups.set(shared, [entry]);
    else group.push(entry);
  }
  for (const [shared, group] of groups) {
    const [first] = group;
    const ofDay = shared === first.ties.own[0] ? undefined : openCaseOf(state, [shared]);
    const caseKey = ofDay ?? first.open ?? newKey(first, state.day);
    for (const { open, ties, verdict } of group) addToCase(state, open ?? caseKey, ties.own, verdict);
    addToCase(state, caseKey, [shared], first.verdict);
    if (ofDay === undefined) findings.push(findingOf(tenant, group, caseKey, hour, true));
    else
      for (const entry of group)
        findings.push(findingOf(tenant, [entry], entry.open ?? caseKey, hour, false));
  }
  return findings;
}

/** Ties that a verdict gives to its case, the first one to its repetitions; and all that lead it to an open case. */
type Ties = { own: string[]; others: string[] };

/** A person counts if an event names it; a machine leads to a case to which it was new. */
function tiesOf(name: string, verdict: Verdict, { level, names }: Attribution): Ties {
  const { reasons } = verdict;
  const isNamed = level === 'acted' || level === 'same-session';
  const persons = isNamed ? names.map((person) => tieOf(name, 'person', person)) : [];
  const machines = (all: readonly (string | null)[]) =>
    [...new Set(all)].flatMap((machine) => (machine === null ? [] : tieOf(name, 'machine', machine)));
  const isNew = ({ facet }: Reason) => facet === 'source' || facet === 'destination';
  return {
    own: [
      tieOf(name, 'way', `${kindOf(verdict)}|${machineOf(verdict) ?? ''}`),
      ...persons,
      ...machines(reasons.filter(isNew).map(({ novelty }) => novelty.host)),
    ],
    others: machines(
      reasons
        .filter(({ surprise }) => surprise > 0)
        .flatMap(({ novelty: { cell } }) => [cell.source, cell.destination]),
    ),
  };
}

/** True when a verdict is more severe than its case, or adds another person or machine. */
function addsToCase(state: TenantState, open: string, { verdict, ties }: Filed): boolean {
  if (verdict.score > state.cases.get(open)!.score) return true;
  const [way, ...telling] = ties.own;
  return state.ties.get(way!) !== open && telling.some((tie) => !state.ties.has(tie));
}

function newKey({ name, verdict }: Judged, day: number): string {
  return JSON.stringify([name, kindOf(verdict), machineOf(verdict), day]);
}

/** The machine of a verdict: its source, otherwise its target. */
function machineOf({ reasons }: Verdict): string | null {
  const of = (facet: string) => reasons.find((reason) => reason.facet === facet)?.novelty.host ?? null;
  return of('source') ?? of('destination') ?? null;
}

function findingOf(
  tenant: Tenant,
  group: readonly Filed[],
  caseKey: string,
  hour: number,
  isReported: boolean,
): Finding {
  const { name, verdict, who } = group[0]!;
  const { level, names } = who;
  const person = personOf(who);
  const marks = group.flatMap((entry) => entry.verdict.marks);
  const latest = Math.max(...verdict.marks.map(({ time }) => time));
  const others = group.slice(1).map((entry) => entry.name);
  const statement = statementOf(name, verdict, who, others);
  const { severity, because } = severityOf(verdict, tenant.reach(name));
  const cells = group.flatMap((entry) => entry.verdict.reasons.map(({ novelty }) => novelty.cell));
  return {
    caseKey,
    hour,
    isReported,
    accounts: others.slice(0, NAMES),
    persons: level === 'nobody' ? [] : names.slice(0, NAMES).map((one) => ({ name: one, level })),
    sources: namesOf(cells.map(({ source }) => source)),
    destinations: namesOf(cells.map(({ destination }) => destination)),
    evidence: evidenceOf(marks),
    alert: {
      time: new Date(latest).toISOString(),
      account: name,
      recordIds: [...new Set(marks.map(({ record }) => record))].filter((id) => id !== '').slice(0, RECORDS),
      score: verdict.score,
      kind: kindOf(verdict),
      severity,
      because,
      statement,
      sentence: sentenceOfStatement(statement),
      ...(person === undefined ? {} : { person }),
      reasons: verdict.reasons.map(({ facet, klass, surprise }) => ({
        facet,
        class: klass.text,
        surprise,
        feature: featureOf({ facet, klass }),
      })),
    },
  };
}

function namesOf(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].slice(0, NAMES);
}
