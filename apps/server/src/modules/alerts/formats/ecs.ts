import { caseNumberText, kindTitle, reasonTitle } from '@scout/contract';
import { findingOf } from '@scout/detection/catalogue/findings';
import type { Severity } from '../../../platform/database/columns.ts';
import type { CaseFacts, Format } from './message.ts';

/** Version of the Elastic Common Schema. */
export const ECS_VERSION = '9.4.0';

/** Severities as numbered by Elastic's own rules. https://www.elastic.co/guide/en/security/current/rules-ui-create.html */
const severities: Readonly<Record<Severity, number>> = { low: 21, medium: 47, high: 73, critical: 99 };

/** Values of event.action. */
export type EcsAction = 'case-opened' | 'case-graver' | 'case-gained' | 'case-changed';

interface EcsEvent {
  /** Id of the message. */
  readonly id: string;
  readonly action: EcsAction;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A case as a document of the Elastic Common Schema (docs/siem.md). Scout's own fields are below `scout`. */
export function ecsOf(facts: CaseFacts, { id, action, now }: EcsEvent): Record<string, unknown> {
  const { about, link, organization } = facts;
  const persons = about.persons.map(({ name }) => name);
  return {
    '@timestamp': about.lastSeen.toISOString(),
    ecs: { version: ECS_VERSION },
    message: about.sentence,
    event: {
      id,
      kind: 'alert',
      category: ['intrusion_detection'],
      type: ['info'],
      action,
      module: 'scout',
      dataset: 'scout.case',
      provider: 'Scout',
      created: new Date(now).toISOString(),
      start: about.firstSeen.toISOString(),
      end: about.lastSeen.toISOString(),
      severity: severities[about.severity],
      risk_score: about.score,
      reason: about.sentence,
      url: link,
    },
    observer: { vendor: 'Scout', product: 'Scout', type: 'siem' },
    organization: { name: organization },
    rule: { id: about.kind, name: kindTitle(about.kind), category: 'finding' },
    user: { name: about.account },
    ...ecsThreat(about.kind),
    related: {
      user: [...new Set([about.account, ...about.otherAccounts, ...persons])],
      hosts: [...new Set([...about.sources, ...about.destinations])],
    },
    scout: {
      case: {
        id: about.caseId,
        number: about.number,
        name: caseNumberText(about.number),
        other_accounts: about.otherAccounts,
        severity: about.severity,
        status: about.status,
        kinds: about.kinds,
        reasons: [...new Set(about.reasons.map(reasonTitle))],
        persons: about.persons.map(({ name, level }) => ({ name, level })),
        person_level: about.personLevel,
        sources: about.sources,
        destinations: about.destinations,
        gained: facts.added,
      },
    },
  };
}

function ecsThreat(kind: string): object {
  const techniques = findingOf(kind)?.attack ?? [];
  if (techniques.length === 0) return {};
  const subtechniques = techniques.filter((id) => id.includes('.'));
  const id = [...new Set(techniques.map((each) => each.split('.')[0]!))];
  const technique = { id, ...(subtechniques.length > 0 && { subtechnique: { id: subtechniques } }) };
  return { threat: { framework: 'MITRE ATT&CK', technique } };
}

/** JSON of the Elastic Common Schema. */
export const ecsFormat: Format = {
  caseBody: (message) =>
    JSON.stringify(ecsOf(message, { id: message.id, action: `case-${message.kind}`, now: message.now })),
  testBody: ({ id, channel, now }) =>
    JSON.stringify({
      '@timestamp': new Date(now).toISOString(),
      ecs: { version: ECS_VERSION },
      message: `Test message for ${channel}`,
      event: { id, kind: 'event', action: 'test', module: 'scout', dataset: 'scout.test', provider: 'Scout' },
      observer: { vendor: 'Scout', product: 'Scout', type: 'siem' },
    }),
};
