import type { Row, RuleId } from '../event.ts';
import type { SecurityEventId } from '../eventType.ts';

/** What a rule says of an event that it matches; names are stripped. `detect.ts` adds time, keys, reason and sources. */
export type Finding = {
  serviceAccount: string;
  computer: string | null;
  server: string | null;
  process: string | null;
};

/** A detection rule: its folder under `src/rules` is its id, and its title in words is the id too (a test compares). */
export type Rule = {
  id: RuleId;
  title: string;
  /** @returns null when the event is not one for this rule */
  match(row: Row, eventId: SecurityEventId): Finding | null;
};
