import { unitsOf } from '@scout/detection/directoryAccounts';

export type Environment = 'test' | 'prod';

/** What the computer's entry in a directory tells of a machine. */
export type System = 'controller' | 'server' | 'workstation';

/** What a directory tells of a machine. */
export interface MachineFacts {
  readonly system: System;
  /** Its environment, by its unit; null if that does not tell. */
  readonly env: Environment | null;
}

/** What a directory tells of an account. */
export interface AccountFacts {
  /** Day of its creation since 1970; null if unknown. */
  readonly created: number | null;
  /** True in a privileged group, directly or through others. */
  readonly isPrivileged: boolean;
  readonly env: Environment | null;
}

/**
 * What directories tell the assessor beside names, by keys of machines and accounts. It applies to what is judged from then on, and changes
 * no earlier judgment: machines and groups change every day.
 */
export interface DirectoryFacts {
  readonly machines: ReadonlyMap<string, MachineFacts>;
  readonly accounts: ReadonlyMap<string, AccountFacts>;
}

export const NO_DIRECTORY: DirectoryFacts = { machines: new Map(), accounts: new Map() };

/** Words of units that are environments and hardly anything else: Development may be a department. */
const TEST = /^(?:dev|tests?|tst|uat|qa|stg|stage|staging|sandbox|preprod|nonprod|acceptance|integration)$/i;
const PROD = /^(?:prd|prod|production|live)$/i;

/** The environment that the innermost unit with such a word names. */
export function environmentOf(dn: string): Environment | null {
  for (const unit of unitsOf(dn)) {
    const words = unit.split(/[^\p{L}]+/u);
    if (words.some((word) => TEST.test(word))) return 'test';
    if (words.some((word) => PROD.test(word))) return 'prod';
  }
  return null;
}
