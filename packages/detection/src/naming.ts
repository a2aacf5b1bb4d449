import { POSIX_CLIENTS, WINDOWS_CLIENTS } from './databaseClients.ts';
import { compileGlobs } from './globSet.ts';
import {
  fileName,
  isProductionServer,
  isServiceAccount,
  isWorkstation,
  keyOf,
  stripAccount,
  stripHost,
} from './names.ts';
import { remembered } from './remember.ts';
import { type DetectionSettings, NAME_KINDS, type NameRule } from './settings.ts';

/** An organization's own names as predicates for all rules. Arguments are names in the events' spelling. */
export type Naming = {
  isServiceAccount(name: string): boolean;
  isProductionServer(name: string): boolean;
  isWorkstation(name: string): boolean;
  /** @param path of a program, on Windows or POSIX */
  isDatabaseClient(path: string): boolean;
};

/** Names by the specification (section 5). */
export const STANDARD_NAMING: Naming = {
  isServiceAccount,
  isProductionServer,
  isWorkstation,
  isDatabaseClient: isStandardClient,
};

/** Compiles settings. Standard predicates without additions are reused, at the same cost. */
export function compileNaming(settings: DetectionSettings): Naming {
  if (NAME_KINDS.every((kind) => settings[kind].standard && settings[kind].entries.length === 0)) {
    return STANDARD_NAMING;
  }
  const { service_accounts, production_servers, workstations, database_clients } = settings;
  return {
    isServiceAccount: compileRule(service_accounts, isServiceAccount, accountKeyOf, accountMatcher),
    isProductionServer: compileRule(production_servers, isProductionServer, hostKeyOf),
    isWorkstation: compileRule(workstations, isWorkstation, hostKeyOf),
    isDatabaseClient: compileRule(database_clients, isStandardClient, clientKeyOf),
  };
}

const accountKeyOf = (name: string): string => keyOf(stripAccount(name));
const hostKeyOf = (name: string): string => keyOf(stripHost(name));
const clientKeyOf = (path: string): string => keyOf(fileName(path));

/** Names of computer accounts and of managed service accounts end in `$`; only a pattern with `$` matches the latter. */
const isManaged = (key: string): boolean => key.endsWith('$');

function compileRule(
  { standard, entries }: NameRule,
  standardRule: (name: string) => boolean,
  keyOfName: (name: string) => string,
  matcherOf: (patterns: readonly string[]) => (key: string) => boolean = (patterns) =>
    compileGlobs(patterns).matches,
): (name: string) => boolean {
  if (entries.length === 0) return standard ? standardRule : () => false;
  const keys = entries.map(keyOf);
  const names = new Set(keys.filter((key) => !WILDCARDS.test(key)));
  const patterns = keys.filter((key) => WILDCARDS.test(key));
  const matches = patterns.length === 0 ? () => false : matcherOf(patterns);
  return remembered((name) => {
    if (standard && standardRule(name)) return true;
    const key = keyOfName(name);
    return names.has(key) || matches(key);
  });
}

const WILDCARDS = /[*?]/;

/** No text without a `$` at its end matches a pattern with one, so each name is compared with one half of the patterns. */
function accountMatcher(patterns: readonly string[]): (key: string) => boolean {
  const managed = compileGlobs(patterns.filter(isManaged));
  const others = compileGlobs(patterns.filter((pattern) => !isManaged(pattern)));
  return (key) => (isManaged(key) ? managed : others).matches(key);
}

/** Specification section 5; names of other systems count only for paths of Linux and macOS. */
function isStandardClient(path: string): boolean {
  const name = fileName(path).toLowerCase();
  return WINDOWS_CLIENTS.has(name) || (path.startsWith('/') && POSIX_CLIENTS.has(name));
}
