/** What the computer's entry in a directory tells of a machine. */
export type System = 'controller' | 'server' | 'workstation';

/** What a directory tells of an account. */
export interface AccountFacts {
  /** Day of its creation since 1970; null if unknown. */
  readonly created: number | null;
  /** True in a privileged group, directly or through others. */
  readonly isPrivileged: boolean;
}

/**
 * What directories tell the assessor beside names, by keys of machines and accounts. It applies to what is judged from then on, and changes
 * no earlier judgment: machines and groups change every day.
 */
export interface DirectoryFacts {
  readonly machines: ReadonlyMap<string, System>;
  readonly accounts: ReadonlyMap<string, AccountFacts>;
}

export const NO_DIRECTORY: DirectoryFacts = { machines: new Map(), accounts: new Map() };
