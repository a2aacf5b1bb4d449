import { type Naming, STANDARD_NAMING } from '@scout/detection';
import { type DirectoryFacts, NO_DIRECTORY } from './directory.ts';
import { accountKey, cached, hostKey } from './names.ts';

/** Accounts and servers listed by a customer because the default rules do not recognize them. */
export type Inventory = {
  domain?: string;
  accounts?: { name: string; app?: string; env?: string }[];
  servers?: { name: string; role?: string; env?: string }[];
};

export type Role = 'controller' | 'workstation' | 'jump' | 'hub' | 'database' | 'app' | 'server' | 'unknown';

/** An inventory by key, with classification by name. */
export type Register = {
  naming: Pick<Naming, 'isServiceAccount' | 'isProductionServer' | 'isWorkstation'>;
  accounts: ReadonlyMap<string, { app: string | null; env: string | null }>;
  servers: ReadonlyMap<string, { role: Role | null; env: string | null }>;
  directory: DirectoryFacts;
};

/** Prefixes of common words for machine roles. */
const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^(?:dc|domain|ad)\b|domain.?controller/, 'controller'],
  [/jump|bastion|\bpaw|terminal|citrix|admin|\brds/, 'jump'],
  [/work.?station|client|laptop|desktop|^pc/, 'workstation'],
  [/db|sql|data|oracle|postgres/, 'database'],
  [/app|web|api|batch|job|service/, 'app'],
  [/file|share|print|mail|exchange/, 'hub'],
];

/** @param naming of the organization; the specification's names by default */
export function registerOf(
  inventory: Inventory | undefined,
  naming: Naming = STANDARD_NAMING,
  directory: DirectoryFacts = NO_DIRECTORY,
): Register {
  const accounts = new Map<string, { app: string | null; env: string | null }>();
  for (const { name, app, env } of inventory?.accounts ?? []) {
    const key = accountKey(name);
    if (key !== null) accounts.set(key, { app: word(app), env: word(env) });
  }
  const servers = new Map<string, { role: Role | null; env: string | null }>();
  for (const { name, role, env } of inventory?.servers ?? []) {
    const key = hostKey(name, null);
    if (key === null) continue;
    const text = word(role);
    const known = text === null ? undefined : ROLES.find(([pattern]) => pattern.test(text));
    servers.set(key, { role: text === null ? null : (known?.[1] ?? 'server'), env: word(env) });
  }
  const { isServiceAccount, isProductionServer, isWorkstation } = naming;
  return {
    naming: { isServiceAccount: cached(isServiceAccount), isProductionServer, isWorkstation },
    accounts,
    servers,
    directory,
  };
}

function word(text: string | undefined): string | null {
  const trimmed = text?.trim().toLowerCase() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** Usual names of environments that are not production. */
const TEST =
  /^(?:dev|test|tst|uat|qa|stg|stag|int$|integ|sandbox|sbx|lab|pre|nonprod|accept|acc$|train|demo)/;

/** True for an environment that is not production. */
export function isTest(env: string): boolean {
  return TEST.test(env);
}
