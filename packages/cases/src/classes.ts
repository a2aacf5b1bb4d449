import type { Role } from './inventory.ts';
import type { Kind } from './kinds.ts';

/** Relation of a machine that is new to an account. */
export type Use = 'young' | 'family' | 'popular' | 'peer' | 'foreign' | 'nobody';

/** User of an account: an administrator, a person where people customarily use it, another person, a service or a machine. */
export type Who = 'machine' | 'service' | 'operator' | 'customary' | 'person';

/** A machine by its role and its relation to the account. */
type At = { role: Role; use: Use };

/** Class of a novelty: rarity is learned by class, never by name. `text` is its key in the learned rates. */
export type Klass = { readonly text: string } & (
  | {
      is: 'machine';
      role: Role;
      use: Use;
      /** Seen in a refused logon. */
      isRefused: boolean;
      /** People customarily use accounts from their machines to this destination. */
      isCustomary: boolean;
      /** From a test environment into production. */
      isCrossing: boolean;
    }
  /** At least this many new machines on one day. */
  | { is: 'fan'; many: number }
  | { is: 'use'; kind: Kind; who: Who; role: Role; isRemote: boolean; at: 'own' | At | null }
  /** A kind of activity; `signIn` tells the machine and the person of a sign-in. */
  | { is: 'kind'; kind: Kind; signIn: SignIn | null }
  | { is: 'program'; known: Known }
  /** Missing companion, which came with so many events before; `isAll`: with all there were. */
  | { is: 'company'; lacks: Lack; before: number; isAll: boolean }
  /** A minute of the hour outside the runs of minutes that so many logons before kept to. */
  | { is: 'minute'; minute: number; kept: [from: number, to: number][]; before: number }
  /** Another parent than the only one of a program on so many days before. */
  | { is: 'parent'; usual: string; days: number }
  /** An unusual hour; with its constant company it is another run of a job. */
  | { is: 'hour'; nats: number; isAccompanied: boolean }
  | { is: 'silence'; length: SilenceLength; days: number }
  /** Let in after so many refusals; not `isAll` if only the earliest of them have a known time. */
  | { is: 'success'; refusals: number; isAll: boolean }
  | { is: 'path' | 'weekday' | 'presence' | 'schedule' | 'outside-contract' }
);

type SignIn = { role: Role; isOwn: boolean; who: 'unseen' | 'operator' | 'person' };

export type Lack = 'batch' | 'program' | 'both';

/** Commonness of a program among service accounts; a shell that a server program starts is a class of its own. */
export type Known = 'own' | 'common' | 'known' | 'unknown' | 'shell of a server';

export function machineKlass(
  role: Role,
  use: Use,
  traits: { isRefused?: boolean; isCustomary?: boolean; isCrossing?: boolean } = {},
): Klass {
  const { isRefused = false, isCustomary = false, isCrossing: crosses = false } = traits;
  const words = [isRefused && 'refused', crosses && 'crossing', isCustomary && 'customary'];
  const text = [...words.filter((word) => word !== false), `${role}/${use}`].join(' ');
  return { text, is: 'machine', role, use, isRefused, isCustomary, isCrossing: crosses };
}

export const fanKlass = (many: number): Klass => ({ text: `fan ${many}`, is: 'fan', many });

export function useKlass(
  kind: Kind,
  who: Who,
  role: Role,
  { isRemote = false, at = null }: { isRemote?: boolean; at?: 'own' | At | null } = {},
): Klass {
  const place = at === null ? '' : ` at ${at === 'own' ? at : `${at.role}/${at.use}`}`;
  const text = `${kind} ${who} ${role}${isRemote ? ' remote' : ''}${place}`;
  return { text, is: 'use', kind, who, role, isRemote, at };
}

export function kindKlass(kind: Kind, signIn: SignIn | null = null): Klass {
  const words = signIn === null ? [] : [signIn.role, signIn.isOwn ? 'own' : 'other', signIn.who];
  return { text: [kind, ...words].join(' '), is: 'kind', kind, signIn };
}

export const programKlass = (known: Known): Klass => ({ text: known, is: 'program', known });

export const companyKlass = (lacks: Lack, before: number, isAll: boolean): Klass => ({
  text: lacks,
  is: 'company',
  lacks,
  before,
  isAll,
});

export const minuteKlass = (minute: number, kept: [from: number, to: number][], before: number): Klass => ({
  text: 'minute',
  is: 'minute',
  minute,
  kept,
  before,
});

export const parentKlass = (usual: string, days: number): Klass => ({
  text: 'parent',
  is: 'parent',
  usual,
  days,
});

export const hourKlass = (nats: number, isAccompanied = false): Klass => ({
  text: `${nats}${isAccompanied ? ' with company' : ''}`,
  is: 'hour',
  nats,
  isAccompanied,
});

type SilenceLength = 'week' | 'fortnight' | 'month';

export function silenceKlass(days: number): Klass {
  const length = days >= 30 ? 'month' : days >= 14 ? 'fortnight' : 'week';
  return { text: length, is: 'silence', length, days };
}

export const successKlass = (refusals: number, isAll: boolean): Klass => ({
  text: 'success',
  is: 'success',
  refusals,
  isAll,
});

export const plainKlass = (is: 'path' | 'weekday' | 'presence' | 'schedule' | 'outside-contract'): Klass => ({
  text: is,
  is,
});

/** True for a machine where people work, as seen in a logon that succeeded. */
export function isPersonsMachine(klass: Klass): boolean {
  return klass.is === 'machine' && !klass.isRefused && isOfPeople(klass.role);
}

/** True for a logon from a test environment into production that succeeded. */
export function isCrossing(klass: Klass): boolean {
  return klass.is === 'machine' && klass.isCrossing && !klass.isRefused;
}

/** True for a sign-in at a machine where people work. */
export function isPersonsSignIn(klass: Klass): boolean {
  return klass.is === 'kind' && klass.signIn !== null && isOfPeople(klass.signIn.role);
}

export const isOfPeople = (role: Role): boolean => role === 'workstation' || role === 'jump';

/** True for a machine with no relation to the account: used by strangers, or by nobody. */
export const isUnrelated = ({ use }: At): boolean => use === 'foreign' || use === 'nobody';
