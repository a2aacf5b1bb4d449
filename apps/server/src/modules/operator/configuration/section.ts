import type { ConfigurationChange } from '@scout/contract';
import type pg from 'pg';
import type { AlertServices } from '../../alerts/index.ts';
import type { ChangeWork, SsoTools } from '../../auth/index.ts';
import type { Path } from './problems.ts';
import type { Configuration, Reference, SectionInput, SectionName } from './schema.ts';

/** Services that sections ask for. */
export interface ConfigurationServices
  extends Pick<AlertServices, 'channelSeal' | 'poster' | 'syslog' | 'pool'>,
    SsoTools {}

/** Values behind references. */
export interface Secrets {
  /** Undefined: the reference has no value. */
  valueOf(reference: Reference): string | undefined;
}

/** The end of a reading, in the transaction of the organization as scout_admin. */
export interface ReadWork {
  readonly app: ConfigurationServices;
  readonly tx: ChangeWork['tx'];
  readonly client: pg.ClientBase;
  readonly tenantId: string;
  readonly now: Date;
}

/** A change by a file, in the one transaction of all sections. */
export interface ApplyWork extends ReadWork, ChangeWork {
  readonly secrets: Secrets;
  /** Notes a difference between the organization and the file. */
  changed(sign: ConfigurationChange['sign'], subject: string, text?: string): void;
  /** Notes a problem: nothing of the file is stored then. */
  problem(path: Path, message: string): void;
  /** Runs a change; a refusal is a problem of this part of the file. @returns undefined after one */
  attempt<T>(path: Path, run: () => Promise<T>): Promise<T | undefined>;
}

/** A section of the file. */
export interface Section<Name extends SectionName, Prepared = undefined> {
  readonly name: Name;
  /** The section as it is now, in the form of the file. @throws Refusal configuration_names */
  read(work: ReadWork): Promise<SectionInput<Name> | null>;
  /** What needs time, before the transaction. */
  prepare?(work: PrepareWork, wanted: Exclude<Configuration[Name], undefined>): Promise<Prepared>;
  apply(work: ApplyWork, wanted: Exclude<Configuration[Name], undefined>, prepared: Prepared): Promise<void>;
}

export type PrepareWork = Pick<ApplyWork, 'app' | 'tenantId' | 'secrets' | 'problem' | 'attempt'>;

/** A section, with the types of its parts. */
export const declareSection = <Name extends SectionName, Prepared = undefined>(
  section: Section<Name, Prepared>,
): Section<Name, Prepared> => section;
