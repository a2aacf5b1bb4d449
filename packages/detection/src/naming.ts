import { POSIX_CLIENTS, WINDOWS_CLIENTS } from './databaseClients.ts';
import { compileGlob } from './glob.ts';
import {
  fileName,
  isProductionServer,
  isServiceAccount,
  isWorkstation,
  keyOf,
  stripAccount,
  stripHost,
} from './names.ts';
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
    isServiceAccount: compileRule(service_accounts, isServiceAccount, accountKeyOf, matchesAccount),
    isProductionServer: compileRule(production_servers, isProductionServer, hostKeyOf),
    isWorkstation: compileRule(workstations, isWorkstation, hostKeyOf),
    isDatabaseClient: compileRule(database_clients, isStandardClient, clientKeyOf),
  };
}

const accountKeyOf = (name: string): string => keyOf(stripAccount(name));
const hostKeyOf = (name: string): string => keyOf(stripHost(name));
const clientKeyOf = (path: string): string => keyOf(fileName(path));

/** Names of computer accounts and of managed service accounts end in `$`; only a pattern with `$` matches the latter. */
const matchesAccount = (pattern: string, key: string): boolean => pattern.endsWith('$') || !key.endsWith('$');

function compileRule(
  { standard, entries }: NameRule,
  standardRule: (name: string) => boolean,
  keyOfName: (name: string) => string,
  mayMatch?: (pattern: string, key: string) => boolean,
): (name: string) => boolean {
  if (entries.length === 0) return standard ? standardRule : () => false;
  const names = new Set<string>();
  const patterns: ((key: string) => boolean)[] = [];
  for (const entry of entries) {
    const pattern = keyOf(entry);
    if (!/[*?]/.test(pattern)) names.add(pattern);
    else {
      const glob = compileGlob(pattern);
      patterns.push(mayMatch === undefined ? glob : (key) => mayMatch(pattern, key) && glob(key));
    }
  }
  return (name) => {
    if (standard && standardRule(name)) return true;
    const key = keyOfName(name);
    if (names.has(key)) return true;
    for (const matches of patterns) if (matches(key)) return true;
    return false;
  };
}

/** Specification section 5; names of other systems count only for paths of Linux and macOS. */
function isStandardClient(path: string): boolean {
  const name = fileName(path).toLowerCase();
  return WINDOWS_CLIENTS.has(name) || (path.startsWith('/') && POSIX_CLIENTS.has(name));
}
