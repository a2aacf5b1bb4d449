import type { Detection } from '../catalogue/detection.ts';
import type { SecurityEventId } from '../catalogue/events.ts';
import type { Change, Row, RuleId } from '../event.ts';
import type { Naming } from '../naming.ts';

/** A rule's finding for a matching event; names are stripped. `detect.ts` adds time, keys, reason and sources. */
export type RuleFinding = {
  serviceAccount: string;
  computer: string | null;
  server: string | null;
  process: string | null;
  change?: Change;
};

/**
 * Counted dimensions of incidents, for figures and drill-downs: one name, or an account with a value. Pairs are numerous and
 * figures only need their existence, so they are also counted per UTC day.
 */
export type NameDimension = 'account' | 'host' | 'server' | 'user' | 'severity';
export type PairDimension = 'account-reason' | 'account-source' | 'account-server';

/** A served incident, as input for its sentence. */
export type Described = {
  readonly server: string | null;
  readonly computer: string | null;
  readonly process: string | null;
  readonly failure_reason: string | null;
  readonly source_hosts: readonly string[];
  readonly description?: string | undefined;
};

/**
 * A part of an incident's sentence: words followed by a name, or words alone. Omitted if its name is null, or if the list is
 * already about that name.
 */
export type Phrase = {
  readonly words: string;
  readonly name?: string | null | undefined;
  readonly of?: 'server' | 'computer' | 'source';
};

/** A detection rule: its folder under `src/rules` is its id, and its title in words is also the id (compared by a test). */
export type Rule = Detection & {
  id: RuleId;
  /** Events of the rule; `match` is called only for these. */
  events: readonly SecurityEventId[];
  /** Only dimensions read by a figure are counted (apps/server/src/modules/events/sql/figures). */
  names: readonly NameDimension[];
  pairs?: readonly PairDimension[];
  /** The incident's sentence after the account's name; by default, that it matched the rule. */
  describe?(incident: Described): Phrase[];
  /** Words before the actor's name; null if the sentence already names the actor. Default: 'by'. */
  actor?: string | null;
  /** @returns null when the event does not match the rule */
  match(row: Row, eventId: SecurityEventId, naming: Naming): RuleFinding | null;
};

/** Defines a rule in its folder. */
export function defineRule(rule: Rule): Rule {
  return rule;
}
