import { matchRules, type Row, RULES } from '@scout/detection';

/** The time of the event on the page, which rules require. */
export const eventTimeOnPage = '2026-11-21T02:14:09.000Z';

/** The titles of the product's rules that match an event, computed by the code of ingest. */
export function serverRulesOf(row: Row): string[] {
  return matchRules({ ...row, timestamp: eventTimeOnPage }).map(({ rule }) => RULES[rule].title);
}
