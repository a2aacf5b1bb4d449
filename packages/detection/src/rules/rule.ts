import type { Detection } from '../catalogue/detection.ts';
import type { Change, Row, RuleId } from '../event.ts';
import type { SecurityEventId } from '../eventType.ts';
import type { Naming } from '../naming.ts';

/** A rule's finding for a matching event; names are stripped. `detect.ts` adds time, keys, reason and sources. */
export type Finding = {
  serviceAccount: string;
  computer: string | null;
  server: string | null;
  process: string | null;
  change?: Change;
};

/**
 * What incidents are counted by, for figures and drill-downs: one name, or an account together with one value. Pairs are many and a
 * figure only asks which there were, so they are also counted per UTC day.
 */
export type NameDimension = 'account' | 'host' | 'server' | 'user' | 'severity';
export type PairDimension = 'account-reason' | 'account-source' | 'account-server';

/** An incident as it is served, of which a sentence is made. */
export type Described = {
  readonly server: string | null;
  readonly computer: string | null;
  readonly process: string | null;
  readonly failure_reason: string | null;
  readonly source_hosts: readonly string[];
  readonly description?: string | undefined;
};

/**
 * A part of an incident's sentence: words with a name after them, or words alone. One whose name is null is left out, and so is one that
 * names what the list is about.
 */
export type Phrase = {
  readonly words: string;
  readonly name?: string | null | undefined;
  readonly of?: 'server' | 'computer' | 'source';
};

/** A detection rule: its folder under `src/rules` is its id, and its title in words is the id too (a test compares). */
export type Rule = Detection & {
  id: RuleId;
  /** Events that it looks at: `match` is asked of no other. */
  events: readonly SecurityEventId[];
  /** Only what a figure reads is counted (apps/server/src/queries/figures). */
  names: readonly NameDimension[];
  pairs?: readonly PairDimension[];
  /** The incident after its account's name; without it, that it matched the rule. */
  describe?(incident: Described): Phrase[];
  /** Words before the name of whoever acted; null where the sentence says it. 'by' when absent. */
  actor?: string | null;
  /** @returns null when the event is not one for this rule */
  match(row: Row, eventId: SecurityEventId, naming: Naming): Finding | null;
};

/** A rule as it is written in its folder. */
export function defineRule(rule: Rule): Rule {
  return rule;
}
