import type { SecurityEventId } from './catalogue/events.ts';
import type { Incident, Row, RuleId, RuleMatch } from './event.ts';
import { securityEventId } from './eventType.ts';
import { failureReasonOf } from './failureReason.ts';
import { cappedName, hostInCapitals, keyOf, subjectUserOf } from './names.ts';
import { type Naming, STANDARD_NAMING } from './naming.ts';
import { RULES } from './rules/index.ts';
import type { Rule, RuleFinding } from './rules/rule.ts';
import { sourceHostsOf } from './sourceHosts.ts';
import { eventTime } from './time.ts';

/** Rules by event, in the order of `RULE_IDS`. */
const BY_EVENT = new Map<SecurityEventId, Rule[]>();
for (const rule of Object.values(RULES))
  for (const event of rule.events) BY_EVENT.set(event, [...(BY_EVENT.get(event) ?? []), rule]);

/**
 * All rules that a row matches, in the order of `RULE_IDS`; none for a row with an unreadable time. Never throws.
 *
 * @param naming of the row's organization; the specification's for rows without one
 */
export function matchRules(row: Row, naming: Naming = STANDARD_NAMING): RuleMatch[] {
  const eventId = securityEventId(row);
  if (eventId === null) return [];
  const matches: RuleMatch[] = [];
  for (const rule of BY_EVENT.get(eventId) ?? []) {
    const finding = rule.match(row, eventId, naming);
    const time = finding === null ? null : eventTime(row);
    if (finding !== null && time !== null) matches.push(matchOf(rule.id, row, finding, time));
  }
  return matches;
}

/**
 * The incidents of one rule among rows; a row's `id` becomes the incident's, '' if it has none.
 *
 * @param naming as in {@link matchRules}
 */
export function incidentsOf(
  rows: readonly Row[],
  rule: RuleId,
  naming: Naming = STANDARD_NAMING,
): Incident[] {
  const incidents: Incident[] = [];
  for (const row of rows) {
    const eventId = securityEventId(row);
    const looks = eventId !== null && RULES[rule].events.includes(eventId);
    const finding = looks ? RULES[rule].match(row, eventId, naming) : null;
    const time = finding === null ? null : eventTime(row);
    if (finding !== null && time !== null)
      incidents.push({ ...matchOf(rule, row, finding, time), id: idOf(row) });
  }
  return incidents;
}

function matchOf(rule: RuleId, row: Row, finding: RuleFinding, time: number): RuleMatch {
  const { serviceAccount, computer, server, process, change = null } = finding;
  const subjectUser = subjectUserOf(row.subject_user_name);
  return {
    rule,
    time,
    serviceAccount: cappedName(serviceAccount),
    serviceAccountKey: keyOf(serviceAccount),
    computer: capped(computer),
    computerKey: computer === null ? null : keyOf(computer),
    server: capped(server),
    serverKey: server === null ? null : keyOf(server),
    subjectUser,
    subjectUserKey: subjectUser === null ? null : keyOf(subjectUser),
    process: capped(process),
    failureReason: capped(failureReasonOf(row)),
    sourceHosts: sourceHostsOf(row).map(hostInCapitals).map(cappedName),
    change,
  };
}

const capped = (name: string | null): string | null => (name === null ? null : cappedName(name));

function idOf(row: Row): string {
  const id = row.id;
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : '';
}
