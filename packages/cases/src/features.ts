import { isUnrelated, type Klass } from './classes.ts';
import { isChange, isClearing, isOfMachine, isPersonal } from './kinds.ts';

/**
 * Features: the kinds of reasons. Each has a weight of its own; its sign is fixed by its meaning: a reason only ever makes a verdict
 * more severe.
 */
export const FEATURES = [
  'use: person',
  'use: administrator',
  'use: other',
  'use: remote command',
  'use: change by an administrator',
  'use: change by another person',
  'sign-in: at a workstation',
  'sign-in: by an administrator',
  'sign-in: elsewhere',
  'kind: log cleared',
  'kind: network logon',
  'kind: batch or service logon',
  'kind: other',
  'source: workstation',
  'source: jump host',
  'source: unrelated',
  'source: related',
  'source: refused',
  'destination: workstation',
  'destination: domain controller',
  'destination: from test to production',
  'destination: unrelated database',
  'destination: related database',
  'destination: used by many',
  'destination: other',
  'destination: refused',
  'destination: many at once',
  'path',
  'program: shell of a server',
  'program: other',
  'company: missing',
  'minute',
  'parent',
  'hour: odd',
  'hour: odd, with company',
  'weekday',
  'silence',
  'presence',
  'success',
  'schedule',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Weight of each feature's nats, at least 0; 1 leaves them as they are. */
export type Weights = Readonly<Record<Feature, number>>;

/** Every feature counts as its nats say. */
export const UNWEIGHTED = Object.fromEntries(FEATURES.map((feature) => [feature, 1])) as Weights;

type Of<Is extends Klass['is']> = Extract<Klass, { is: Is }>;

/** The feature of a reason; null for reasons that are not weighed, such as a breach of a contract. */
export function featureOf({ facet, klass }: { facet: string; klass: Klass }): Feature | null {
  switch (klass.is) {
    case 'machine':
      return facet === 'source' ? ofSource(klass) : ofDestination(klass);
    case 'fan':
      return 'destination: many at once';
    case 'use':
      return ofUse(klass);
    case 'kind':
      return ofKind(klass);
    case 'program':
      return klass.known === 'shell of a server' ? 'program: shell of a server' : 'program: other';
    case 'company':
      return 'company: missing';
    case 'hour':
      return klass.isAccompanied ? 'hour: odd, with company' : 'hour: odd';
    case 'outside-contract':
      return null;
    default:
      return klass.is;
  }
}

function ofSource(klass: Of<'machine'>): Feature {
  if (klass.isRefused) return 'source: refused';
  if (klass.role === 'workstation' && !klass.isCustomary) return 'source: workstation';
  if (klass.role === 'jump') return 'source: jump host';
  return isUnrelated(klass) ? 'source: unrelated' : 'source: related';
}

function ofDestination(klass: Of<'machine'>): Feature {
  const { role, use } = klass;
  if (klass.isRefused) return 'destination: refused';
  if (klass.isCrossing) return 'destination: from test to production';
  if (role === 'workstation') return 'destination: workstation';
  if (role === 'controller') return 'destination: domain controller';
  if (role === 'hub' || use === 'young' || use === 'family' || use === 'popular')
    return 'destination: used by many';
  if (role !== 'database') return 'destination: other';
  return isUnrelated(klass) ? 'destination: unrelated database' : 'destination: related database';
}

function ofUse({ kind, who, isRemote }: Of<'use'>): Feature {
  if (isRemote) return 'use: remote command';
  if (isChange(kind))
    return who === 'operator' ? 'use: change by an administrator' : 'use: change by another person';
  if (who === 'operator') return 'use: administrator';
  return who === 'person' ? 'use: person' : 'use: other';
}

function ofKind({ kind, signIn }: Of<'kind'>): Feature {
  if (isClearing(kind)) return 'kind: log cleared';
  if (isPersonal(kind)) {
    if (signIn?.role === 'workstation') return 'sign-in: at a workstation';
    return signIn?.who === 'operator' ? 'sign-in: by an administrator' : 'sign-in: elsewhere';
  }
  if (kind === 'logon:3') return 'kind: network logon';
  return isOfMachine(kind) ? 'kind: batch or service logon' : 'kind: other';
}
