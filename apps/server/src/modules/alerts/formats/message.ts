import { caseAdvice, caseNumberText, kindTitle, levelText, machineText, reasonTitle } from '@scout/contract';
import type { AlertedCase } from '../sql/content.ts';
import type { Kind } from '../sql/plan.ts';

/** A case with related data for messages. */
export interface CaseFacts {
  readonly about: AlertedCase;
  /** Names added to the case. */
  readonly added: readonly string[];
  /** URL of the case's page. */
  readonly link: string;
  readonly organization: string;
}

/** A case step sent to a channel. */
export interface CaseMessage extends CaseFacts {
  /** Delivery id, by which receivers detect a repeated message. */
  readonly id: string;
  readonly kind: Kind;
  /** IANA name. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A test message. */
export interface TestMessage {
  /** Delivery id. */
  readonly id: string;
  /** The channel's name. */
  readonly channel: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Format of the messages of a kind of channel. */
export interface Format {
  /** A step of a case as a body. */
  caseBody(message: CaseMessage): string;
  /** A test as a body. */
  testBody(message: TestMessage): string;
}

const severities = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as const;
const steps: Readonly<Record<Kind, string>> = {
  opened: 'opened',
  graver: 'got worse',
  gained: 'has new findings',
};

/** A case as text for a chat. Names are in the events' spelling. */
export interface CaseWords {
  /** For example "C-12 opened: Critical, A person uses it"; without names. */
  readonly title: string;
  readonly sentence: string;
  readonly facts: readonly (readonly [label: string, values: readonly string[]])[];
  readonly reasons: readonly string[];
  readonly advice: readonly string[];
}

/** @param timeText formats an ISO 8601 time */
export function caseWords(
  { kind, added, about, organization }: CaseMessage,
  timeText: (iso: string) => string,
): CaseWords {
  const persons = about.persons.map(({ name }) => name);
  const attributed = { persons, person_level: about.personLevel };
  const facts: [string, readonly string[]][] = [
    [about.otherAccounts.length > 0 ? 'Accounts' : 'Account', [about.account, ...about.otherAccounts]],
    ['Organization', [organization]],
    ['Person', persons.length === 0 ? ['Nobody'] : persons],
    ['Evidence', [levelText(attributed)]],
    ['New in this case', added],
    ['From', about.sources.map(machineText)],
    ['To', about.destinations.map(machineText)],
    ['First seen', [timeText(about.firstSeen.toISOString())]],
    ['Last seen', [timeText(about.lastSeen.toISOString())]],
  ];
  return {
    title: `${caseNumberText(about.number)} ${steps[kind]}: ${severities[about.severity]}, ${kindTitle(about.kind)}`,
    sentence: about.sentence,
    facts: facts.filter(([, values]) => values.length > 0),
    reasons: [...new Set(about.reasons.map(reasonTitle))],
    advice: caseAdvice({ ...about, ...attributed, other_accounts: about.otherAccounts }),
  };
}
