import { attribute, personOf } from '../attribute/attribution.ts';
import { severityOf } from '../judge/severity.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { Verdict } from '../state.ts';
import type { Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { kindOf, statementOf } from './sentence.ts';
import { sprayOf } from './sprays.ts';
import { sentenceOfStatement } from './statement.ts';

const RECORDS = 16;
const NAMES = 16;

/** An account's verdict. */
export type Judged = { name: string; verdict: Verdict };
/** A verdict with its case. */
type Filed = Judged & { caseKey: string; isNew: boolean };

/** Converts verdicts to findings: accounts with the same machine on one day form one case, and an open case receives similar verdicts. */
export function report(tenant: Tenant, judged: readonly Judged[], hour: number): Finding[] {
  const { state } = tenant;
  const findings: Finding[] = [];
  const groups = new Map<string, Filed[]>();
  for (const entry of [...judged].sort(
    (a, b) => b.verdict.score - a.verdict.score || (a.name < b.name ? -1 : 1),
  )) {
    const { name, verdict } = entry;
    const today = state.today.get(name);
    if (today !== undefined) today.reported = verdict.score;
    const spray = sprayOf(state, verdict);
    if (spray !== undefined) {
      findings.push(findingOf(tenant, [entry], spray.key, hour, false));
      continue;
    }
    const host = machineOf(verdict);
    const own = ownKey(entry);
    const open = state.cases.get(own);
    if (open !== undefined && open.score >= verdict.score) {
      open.last = state.day;
      findings.push(findingOf(tenant, [entry], open.key, hour, false));
      continue;
    }
    const caseKey = open?.key ?? JSON.stringify([name, kindOf(verdict), host, state.day]);
    state.cases.set(own, {
      key: caseKey,
      opened: open?.opened ?? state.day,
      last: state.day,
      score: verdict.score,
    });
    const shared = host === null ? own : `${state.day}|${host}`;
    const group = groups.get(shared) ?? [];
    group.push({ ...entry, caseKey, isNew: open === undefined });
    groups.set(shared, group);
  }
  for (const [key, group] of groups) {
    const ofDay = state.cases.get(key);
    if (ofDay !== undefined && key.startsWith(`${state.day}|`)) {
      ofDay.last = state.day;
      join(tenant, group, ofDay.key);
      for (const entry of group)
        findings.push(findingOf(tenant, [entry], entry.isNew ? ofDay.key : entry.caseKey, hour, false));
      continue;
    }
    const [first] = group as [Filed, ...Filed[]];
    state.cases.set(key, {
      key: first.caseKey,
      opened: state.day,
      last: state.day,
      score: first.verdict.score,
    });
    join(tenant, group.slice(1), first.caseKey);
    findings.push(findingOf(tenant, group, first.caseKey, hour, true));
  }
  return findings;
}

function ownKey({ name, verdict }: Judged): string {
  return `${name}|${kindOf(verdict)}|${machineOf(verdict) ?? ''}`;
}

/** Later findings of accounts without their own case belong to this one. */
function join(tenant: Tenant, group: readonly Filed[], caseKey: string): void {
  for (const entry of group) if (entry.isNew) tenant.state.cases.get(ownKey(entry))!.key = caseKey;
}

/** The machine of a verdict: its source, otherwise its target. */
function machineOf({ reasons }: Verdict): string | null {
  const of = (facet: string) => reasons.find((reason) => reason.facet === facet)?.novelty.host ?? null;
  return of('source') ?? of('destination') ?? null;
}

function findingOf(
  tenant: Tenant,
  group: readonly Judged[],
  caseKey: string,
  hour: number,
  isTold: boolean,
): Finding {
  const { name, verdict } = group[0]!;
  const who = attribute(tenant, name, verdict);
  const { level, names } = who;
  const person = personOf(who);
  const marks = group.flatMap((entry) => entry.verdict.marks);
  const latest = Math.max(...verdict.marks.map(({ time }) => time));
  const others = group.slice(1).map((entry) => entry.name);
  const statement = statementOf(name, verdict, who, others);
  const { severity, because } = severityOf(verdict, tenant.cohort(name, 'accounts') === 'test');
  const cells = group.flatMap((entry) => entry.verdict.reasons.map(({ novelty }) => novelty.cell));
  return {
    caseKey,
    hour,
    isTold,
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
      reasons: verdict.reasons.map(({ facet, klass, surprise }) => ({ facet, class: klass.text, surprise })),
    },
  };
}

function namesOf(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].slice(0, NAMES);
}
