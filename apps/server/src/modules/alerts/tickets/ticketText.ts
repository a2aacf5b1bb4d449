import { caseNumberText, type DeliveryKind } from '@scout/contract';
import { type CaseMessage, caseWords, type Format } from '../formats/message.ts';
import { plainList, plainText, zonedTime } from '../formats/plainText.ts';
import type { AlertedCase } from '../sql/content.ts';

/** A step of a case for its ticket. All names are plain text: one line each, without markup, links and mentions. */
export interface TicketText {
  /** By which the ticket system finds the case's ticket again. */
  readonly key: string;
  readonly title: string;
  readonly sentence: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly reasons: readonly string[];
  readonly advice: readonly string[];
  readonly severity: AlertedCase['severity'];
  readonly account: string;
  /** URL of the case's page. */
  readonly link: string;
}

const NAMES = 10;
const NAME = 120;

/** The key of a case's ticket: it contains no character with a meaning in a query. */
export const ticketKey = (caseId: string): string => `scout-${caseId}`;

/** A step of a case in the words of the other channels. */
export function ticketText(message: CaseMessage): TicketText {
  const words = caseWords(message, (iso) => zonedTime(iso, message.timeZone));
  const { caseId, severity, account } = message.about;
  return {
    key: ticketKey(caseId),
    title: plainText(words.title, 150),
    sentence: plainText(words.sentence, 800),
    facts: words.facts.map(([label, values]) => [label, plainList(values, NAMES, NAME)]),
    reasons: words.reasons.slice(0, 5).map((text) => plainText(text, 400)),
    advice: words.advice.map((text) => plainText(text, 400)),
    severity,
    account: plainText(account, NAME),
    link: message.link,
  };
}

/** Ticket systems read nothing of a test: it opens no ticket. */
export const ticketFormat: Format = {
  caseBody: (message) => JSON.stringify(ticketText(message)),
  testBody: () => '{}',
};

/** A step as a title, for example "C-12 closed". */
export const stepTitle = (number: number, kind: Extract<DeliveryKind, 'closed' | 'reopened'>): string =>
  `${caseNumberText(number)} ${kind}`;

/** The whole text as lines, for systems without a format of their own. */
export function ticketLines({ sentence, facts, reasons, advice, link }: TicketText): string[] {
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : ['', title, ...texts.map((text) => `- ${text}`)];
  return [
    sentence,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...list('Why', reasons),
    ...list('What to do', advice),
    '',
    `Case in Scout: ${link}`,
  ];
}

/** At most so many characters; a cut text ends in "…". */
export const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replaceAll('\ufffd', '')}…`;
