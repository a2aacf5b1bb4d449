import { matchRules, type Row, RULES } from '@scout/detection';

/** When the event on the page happened: rules are about recorded events, which have a time. */
const timestamp = '2026-11-21T02:14:09.000Z';

/** The product's own rules that count an event as an incident, by their titles: the code that ingest runs. */
export function serverRulesOf(row: Row): string[] {
  return matchRules({ ...row, timestamp }).map(({ rule }) => RULES[rule].title);
}
