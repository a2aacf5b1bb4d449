import type { Incident, Row, RuleId, RuleMatch } from './event.ts';
import { securityEventId } from './eventType.ts';
import { failureReasonOf } from './failureReason.ts';
import { cappedName, keyOf, subjectUserOf } from './names.ts';
import { RULES } from './rules/index.ts';
import type { Finding, Rule } from './rules/rule.ts';
import { sourceHostsOf } from './sourceHosts.ts';
import { eventTime } from './time.ts';

const ALL_RULES: readonly Rule[] = Object.values(RULES);

/** Every rule that a row matches, in the order of `RULE_IDS`; none for a row whose time cannot be read. Never throws. */
export function matchRules(row: Row): RuleMatch[] {
  const eventId = securityEventId(row);
  if (eventId === null) return [];
  const matches: RuleMatch[] = [];
  for (const rule of ALL_RULES) {
    const finding = rule.match(row, eventId);
    const time = finding === null ? null : eventTime(row);
    if (finding !== null && time !== null) matches.push(matchOf(rule.id, row, finding, time));
  }
  return matches;
}

/** The incidents of one rule among rows; a row's `id` becomes the incident's, '' when it has none. */
export function incidentsOf(rows: readonly Row[], rule: RuleId): Incident[] {
  const incidents: Incident[] = [];
  for (const row of rows) {
    const eventId = securityEventId(row);
    const finding = eventId === null ? null : RULES[rule].match(row, eventId);
    const time = finding === null ? null : eventTime(row);
    if (finding !== null && time !== null)
      incidents.push({ ...matchOf(rule, row, finding, time), id: idOf(row) });
  }
  return incidents;
}

function matchOf(rule: RuleId, row: Row, finding: Finding, time: number): RuleMatch {
  const { serviceAccount, computer, server, process } = finding;
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
    sourceHosts: sourceHostsOf(row).map(cappedName),
  };
}

const capped = (name: string | null): string | null => (name === null ? null : cappedName(name));

function idOf(row: Row): string {
  const id = row.id;
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : '';
}
