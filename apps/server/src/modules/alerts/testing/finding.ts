import { type Finding, sentenceOfStatement } from '@scout/cases';
import { HOUR } from '@scout/detection/time';

/** A finding as made by the assessor; each account has its own case. */
export function finding(about: {
  account: string;
  time: number;
  kind?: Finding['alert']['kind'];
  severity?: Finding['alert']['severity'];
  score?: number;
  persons?: string[];
  sources?: string[];
  destinations?: string[];
}): Finding {
  const { account, time, kind = 'new-source', severity = 'high', score = 20, persons = [] } = about;
  const { sources = ['APP1'], destinations = ['DB1'] } = about;
  const named = persons.map((name) => ({ name, level: 'acted' as const }));
  const statement = {
    lead: `Someone used ${account}`,
    unit: 'session',
    count: 1,
    first: time,
    last: time,
    why: '',
  };
  return {
    caseKey: JSON.stringify([account, 'new-source']),
    hour: Math.floor(time / HOUR),
    isReported: true,
    alert: {
      time: new Date(time).toISOString(),
      account,
      recordIds: [],
      score,
      kind,
      severity,
      because: 'It is new.',
      statement,
      sentence: sentenceOfStatement(statement),
      ...(named.length === 1 && { person: named[0]! }),
      reasons: [{ facet: 'source', class: 'unknown', surprise: 12 }],
    },
    persons: named,
    accounts: [],
    sources,
    destinations,
    evidence: [],
  };
}
