import { keyOf, stripAccount } from './names.ts';
import { compileNaming, type Naming } from './naming.ts';
import { type NameRule, STANDARD_SETTINGS, settingsProblem } from './settings.ts';

/** Accounts beyond the named ones whose events an agent sends too. `users` are all accounts without a `$` at the end. */
export const OTHER_ACCOUNTS = ['none', 'users', 'all'] as const;

/** An organization's names in the form for agents, which use them to select the events of service accounts. */
export type AgentNames = {
  service_accounts: NameRule;
  /** Members without a name, added to a privileged group, concern service accounts only on production servers. */
  production_servers: NameRule;
  /** Service accounts that match no rule: known from the inventory or by their behavior. Compared as a whole. */
  accounts: readonly string[];
  /** Other than `none` when `accounts` is incomplete, so that an agent sends too much rather than too little. */
  others: (typeof OTHER_ACCOUNTS)[number];
};

/** Limits of `accounts`; together with those of the rules they bound a heartbeat's response and the agent's file. */
export const AGENT_NAMES_LIMITS = { accounts: 5_000, characters: 100_000, accountLength: 256 } as const;

/** The specification's names only: used with servers of earlier versions, which send none. */
export const STANDARD_AGENT_NAMES: AgentNames = {
  service_accounts: STANDARD_SETTINGS.service_accounts,
  production_servers: STANDARD_SETTINGS.production_servers,
  accounts: [],
  others: 'none',
};

/** Used until the organization's names are known: events of every account but machines are sent. */
export const UNKNOWN_AGENT_NAMES: AgentNames = { ...STANDARD_AGENT_NAMES, others: 'users' };

/**
 * Names for agents.
 *
 * @param known further service accounts, those with a `$` at the end first, because `others` can cover the rest more cheaply
 * @param isComplete false when there are more of them
 */
export function agentNamesOf(
  rules: Pick<AgentNames, 'service_accounts' | 'production_servers'>,
  known: readonly string[],
  isComplete: boolean,
): AgentNames {
  const { service_accounts, production_servers } = rules;
  const naming = compileNaming({ ...STANDARD_SETTINGS, service_accounts });
  const accounts: string[] = [];
  let characters = 0;
  let isCut = !isComplete;
  for (const name of known) {
    if (!isAccount(name) || naming.isServiceAccount(name)) continue;
    characters += name.length;
    if (accounts.length === AGENT_NAMES_LIMITS.accounts || characters > AGENT_NAMES_LIMITS.characters) {
      isCut = true;
      break;
    }
    accounts.push(name);
  }
  const others = !isCut ? 'none' : accounts.at(-1)?.endsWith('$') ? 'all' : 'users';
  return { service_accounts, production_servers, accounts, others };
}

/** Compiles names for {@link isCollected}. */
export function compileAgentNames({ accounts, others, ...rules }: AgentNames): Naming {
  const naming = compileNaming({ ...STANDARD_SETTINGS, ...rules });
  if (accounts.length === 0 && others === 'none') return naming;
  const listed = new Set(accounts.map(keyOf));
  return {
    ...naming,
    isServiceAccount(name) {
      if (others === 'all' || naming.isServiceAccount(name)) return true;
      const key = keyOf(stripAccount(name));
      return listed.has(key) || (others === 'users' && key !== '' && !key.endsWith('$'));
    },
  };
}

/**
 * True when rules of `after` may match accounts or servers that those of `before` do not, so that events left out until now will be
 * sent. Accounts without a rule do not count: they are learned all the time.
 */
export function areWider(before: AgentNames, after: AgentNames): boolean {
  if (isWider(before.production_servers, after.production_servers, () => true)) return true;
  if (before.others === 'all') return false;
  // Of the others, only names with a `$` at their end were left out.
  const isLeftOut = (entry: string) => before.others === 'none' || entry.endsWith('$');
  return isWider(before.service_accounts, after.service_accounts, isLeftOut);
}

function isWider(before: NameRule, after: NameRule, counts: (entry: string) => boolean): boolean {
  if (after.standard && !before.standard) return true;
  const known = new Set(before.entries.map(keyOf));
  return after.entries.some((entry) => counts(entry) && !known.has(keyOf(entry)));
}

/** Names from an untrusted value; a string is the reason why they are refused. */
export function readAgentNames(value: unknown): AgentNames | string {
  const { service_accounts, production_servers, accounts, others } = fieldsOf(value);
  if (!isRule(service_accounts) || !isRule(production_servers)) return 'A rule is not a rule for names.';
  const kind = OTHER_ACCOUNTS.find((each) => each === others);
  if (kind === undefined) return 'The further accounts are of an unknown kind.';
  if (!Array.isArray(accounts) || accounts.length > AGENT_NAMES_LIMITS.accounts)
    return `There are more than ${AGENT_NAMES_LIMITS.accounts} accounts, or no list of them.`;
  if (!accounts.every(isAccount)) return 'An account has a name that no account has.';
  if (accounts.join('').length > AGENT_NAMES_LIMITS.characters)
    return `The accounts have more than ${AGENT_NAMES_LIMITS.characters} characters.`;
  const problem = settingsProblem({ ...STANDARD_SETTINGS, service_accounts, production_servers });
  if (problem !== null) return problem;
  return {
    service_accounts: ruleOf(service_accounts),
    production_servers: ruleOf(production_servers),
    accounts,
    others: kind,
  };
}

const CONTROL = /\p{Cc}/u;

const isAccount = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= AGENT_NAMES_LIMITS.accountLength &&
  value.isWellFormed() &&
  !CONTROL.test(value);

function isRule(value: unknown): value is NameRule {
  const { standard, entries } = fieldsOf(value);
  return (
    typeof standard === 'boolean' &&
    Array.isArray(entries) &&
    entries.every((entry) => typeof entry === 'string')
  );
}

/** Without further fields. */
const ruleOf = ({ standard, entries }: NameRule): NameRule => ({ standard, entries });

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
