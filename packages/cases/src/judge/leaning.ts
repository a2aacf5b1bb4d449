import { isUnrelated, type Klass, type Who } from '../classes.ts';
import { isChange, isClearing, isOfMachine, isSignIn } from '../kinds.ts';
import { LEANING } from '../weights.ts';

/** Of one class of novelty. */
type Of<Is extends Klass['is']> = Extract<Klass, { is: Is }>;

const { work, mixed, typical, reached, never, none } = LEANING;

/** Of a use, by who it is: administrators set up, reset and test; machines start services with stored credentials. */
const WHO: Readonly<Record<Who, number>> = {
  operator: work,
  machine: work,
  customary: work,
  service: mixed,
  person: typical,
};

/** Consequences of a logon: tickets, checks and processes. */
const FOLLOWING: ReadonlySet<string> = new Set(['ticket', 'service-ticket', 'ntlm', 'process', 'explicit']);

/** True for activity that is never part of an account's setup: a cleared log, or the account at a machine where people work. */
export function isNeverSetUp(facet: string, klass: Klass): boolean {
  if (klass.is === 'machine')
    return facet === 'source' && klass.role === 'workstation' && !klass.isRefused && !klass.isCustomary;
  return klass.is === 'kind' && (isClearing(klass.kind) || isAtWorkstation(klass));
}

/** True for a use by an administrator who sets the account up on its own machines. */
export function isSetUp(klass: Klass): boolean {
  return klass.is === 'use' && klass.who === 'operator' && !isElsewhere(klass);
}

/**
 * Nats to subtract from the surprise of a class shown by a way of this kind; negative for classes that misuse shows more often
 * than anything else.
 */
export function leaningOf(facet: string, klass: Klass, kind: string): number {
  switch (klass.is) {
    case 'machine':
      return facet === 'source' ? ofSource(klass) : ofDestination(klass, kind);
    case 'use':
      return isElsewhere(klass) ? typical : WHO[klass.who];
    case 'kind':
      return ofKind(klass);
    case 'path':
      return work;
    case 'program':
      // What a database or a web server runs by itself does not need a shell.
      return klass.known === 'shell of a server' ? never : work;
    case 'company':
    case 'parent':
      return typical;
    case 'hour':
      return klass.isAccompanied ? work : mixed;
    case 'weekday':
    case 'silence':
      return mixed;
    default:
      return none;
  }
}

function ofSource(klass: Of<'machine'>): number {
  // A single refusal is far more often a typo or an old password than an attempt; later events decide.
  if (klass.isRefused || klass.isCustomary) return work;
  if (klass.role === 'workstation') return typical;
  if (!isUnrelated(klass)) return work;
  return klass.role === 'jump' || klass.role === 'unknown' ? mixed : none;
}

function ofDestination(klass: Of<'machine'>, kind: string): number {
  const { role, use } = klass;
  if (klass.isRefused) return work;
  // Operations do not target machines where people work, whatever their other traits: network tools that reach them (scanners,
  // software distribution) do so from their first day.
  if (role === 'workstation') return kind === 'logon:3' ? reached : typical;
  if (role === 'controller' && (isUnrelated(klass) || use === 'peer')) return none;
  if (klass.isCrossing) return none;
  // A third of the people visit a hub: file servers are for everybody.
  if (use === 'young' || use === 'family' || use === 'popular' || role === 'hub') return work;
  return use === 'nobody' || use === 'peer' || role === 'jump' || role === 'server' ? mixed : none;
}

function ofKind(klass: Of<'kind'>): number {
  const { kind, signIn } = klass;
  if (FOLLOWING.has(kind)) return work;
  if (kind === 'logon:3' || isOfMachine(kind)) return mixed;
  // No automated process clears the security log.
  if (isClearing(kind)) return never;
  if (isChange(kind)) return mixed;
  if (isAtWorkstation(klass)) return typical;
  if (!isSignIn(kind) || signIn === null) return none;
  return signIn.who === 'operator' ? work : mixed;
}

/** Somebody at a machine where people work, or there with other credentials. */
function isAtWorkstation({ kind, signIn }: Of<'kind'>): boolean {
  return signIn?.role === 'workstation' && kind !== 'logon:8';
}

/**
 * A use at a machine that is not the account's: administrators do not set up accounts on other people's machines, and a service that
 * runs one command on another machine is a way to use passwords remotely.
 */
function isElsewhere({ isRemote, at }: Of<'use'>): boolean {
  return isRemote || (at !== null && at !== 'own' && isUnrelated(at));
}
