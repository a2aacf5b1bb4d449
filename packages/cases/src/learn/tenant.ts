import type { Contract } from '../contracts/contract.ts';
import type { Weights } from '../features.ts';
import { FITTED } from '../fittedWeights.ts';
import { isTest, type Register, type Role } from '../inventory.ts';
import { wordsOfName } from '../names.ts';
import type { AccountState, TenantState } from '../state.ts';
import { roleOf } from './hosts.ts';
import type { Words } from './peers.ts';
import type { Cohort } from './rates.ts';

/**
 * Parts that can be left out: addresses that join their machines (`machine keys`), and findings that join a case by its person or machine
 * (`one case`).
 */
export type Part = 'machine keys' | 'one case';

/** A time in which an account is a decoy: from the mark until its end, epoch milliseconds. */
export type DecoySpan = { since: number; until: number };

/** Contracts, decoys, weights and parts to judge a tenant by. By default: no contracts and decoys, the fitted weights, every part. */
export type Judging = {
  contracts?: ReadonlyMap<string, Contract> | undefined;
  decoys?: ReadonlyMap<string, readonly DecoySpan[]> | undefined;
  weights?: Weights | undefined;
  without?: readonly Part[] | undefined;
};

/** What an account may damage: one of a test environment less than others, a privileged one more. */
export type Reach = 'test' | 'usual' | 'privileged';

/** The state of an organization with derived data: the inventory by key, words of names, roles of machines. */
export type Tenant = {
  state: TenantState;
  register: Register;
  words: Words;
  /** Approved contracts by account. */
  contracts: ReadonlyMap<string, Contract>;
  /** Accounts that nothing uses or used, and the times in which each touch is reported. */
  decoys: ReadonlyMap<string, readonly DecoySpan[]>;
  /** Weight of each feature of a reason. */
  weights: Weights;
  /** Parts that are left out, to measure what they are worth. */
  without: ReadonlySet<Part>;
  role: (host: string) => Role;
  /** True for a production machine by the inventory, its unit in a directory, or its name. */
  isProduction: (host: string) => boolean;
  /** True for an account or a machine of a test environment: by the inventory, its unit in a directory, or a word of its name. */
  cohort: (name: string, kind: 'accounts' | 'servers') => Cohort;
  /** What an account may damage, by its groups in a directory and its environment. */
  reach: (name: string) => Reach;
  /** True for an account known as a service account, by name, inventory or behavior. */
  isService: (name: string) => boolean;
  /** True for names of neither service accounts nor machines. */
  isPerson: (name: string) => boolean;
};

export function tenantOf(
  state: TenantState,
  register: Register,
  words: Words,
  { contracts = new Map(), decoys = new Map(), weights = FITTED, without = [] }: Judging = {},
): Tenant {
  const isService = (name: string) => {
    const known = state.accounts.get(name);
    return known !== undefined ? known.service !== null : serviceByName(register, name) !== null;
  };
  const cohort = (name: string, kind: 'accounts' | 'servers'): Cohort => {
    const inDirectory = register.directory[kind === 'servers' ? 'machines' : kind].get(name)?.env;
    const env = register[kind].get(name)?.env ?? inDirectory ?? null;
    const isOfTest = env !== null ? isTest(env) : wordsOfName(name).some(isTest);
    return isOfTest ? 'test' : 'production';
  };
  return {
    state,
    register,
    words,
    contracts,
    decoys,
    weights,
    without: new Set(without),
    cohort,
    reach: (name) => {
      if (register.directory.accounts.get(name)?.isPrivileged === true) return 'privileged';
      return cohort(name, 'accounts') === 'test' ? 'test' : 'usual';
    },
    isProduction: (host) => {
      const env = register.servers.get(host)?.env ?? register.directory.machines.get(host)?.env ?? null;
      return env !== null ? /^(?:prd|prod|live)/.test(env) : register.naming.isProductionServer(host);
    },
    role: (host) => roleOf(state, register, host),
    isService,
    isPerson: (name) => !name.endsWith('$') && !isService(name),
  };
}

/** Evidence that a name alone identifies a service account, or null. */
export function serviceByName(register: Register, name: string): AccountState['service'] {
  if (register.accounts.has(name)) return 'inventory';
  return register.naming.isServiceAccount(name) ? 'name' : null;
}
