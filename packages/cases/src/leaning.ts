import type { Facet } from './rates.ts';

/**
 * How much seldomer misuse shows a class than all classes alike, in nats. Surprise alone cannot tell an installation from an intruder:
 * both are rare. `WORK` is what operations bring along (new machines, a neighbour of a machine that is used, what follows from a logon
 * anyway), `MIXED` what both do, `TYPICAL` what people
 * do who use an account that is not theirs: from their own machine, at it, or with a password in their hands.
 */
const WORK = 4;
const MIXED = 2;
const TYPICAL = -2;
const REACHED = -4;
/** Events that no routine operation causes, so that one is enough. */
const NEVER = -8;

/** Patterns of classes, the first that fits counts. */
const LEANINGS: Readonly<Record<Facet, readonly (readonly [RegExp, number])[]>> = {
  // Administrators set up, reset and test; machines start services with stored credentials. But they do not set up accounts on machines of
  // others, and a service that starts one command on another machine is how passwords are used from afar.
  use: [
    [/ remote\b/, TYPICAL],
    [/ at .*\/(?:foreign|nobody)$/, TYPICAL],
    [/ (?:operator|machine|customary) /, WORK],
    [/ service /, MIXED],
    [/ person /, TYPICAL],
  ],
  // Tickets, NTLM checks and processes follow from logons; services and tasks are what operations install.
  kind: [
    [/^(?:ticket|service-ticket|ntlm|process|explicit|logon:7)/, WORK],
    [/^logon:(?:3|4|5)/, MIXED],
    // Nothing that runs by itself clears the security log.
    [/^change:1102$/, NEVER],
    [/^change:/, MIXED],
    [/^logon:(?:2|9|10) workstation/, TYPICAL],
    [/^logon:(?:2|10) .* operator$/, WORK],
    [/^logon:(?:2|10) /, MIXED],
  ],
  source: [
    [/young|family|peer|popular/, WORK],
    [/^customary/, WORK],
    [/jump|unknown/, MIXED],
  ],
  destination: [
    // A hub is what a third of the people visit: file servers are there for all.
    [/young|family|popular|^hub/, WORK],
    [/nobody|peer|jump|server/, MIXED],
  ],
  path: [[/./, WORK]],
  program: [[/./, WORK]],
  hour: [[/./, MIXED]],
  weekday: [[/./, MIXED]],
  silence: [[/./, MIXED]],
};

/** True for what does not belong to setting an account up: a cleared log, or the account at a machine where people work. */
export function isNeverSetUp(facet: Facet, klass: string): boolean {
  if (facet === 'source') return klass.startsWith('workstation');
  return facet === 'kind' && /^(?:change:1102$|logon:(?:2|9|10) workstation)/.test(klass);
}

/** True for a use that shows an administrator who sets the account up where it belongs. */
export function isSetUp(klass: string): boolean {
  return / operator /.test(klass) && !/ remote\b| at .*\/(?:foreign|nobody)$/.test(klass);
}

/** Nats to take off the surprise of a class that a way of this kind shows; less than 0 for what misuse shows oftener than anything else. */
export function leaningOf(facet: Facet, klass: string, kind: string): number {
  if (facet === 'destination' || facet === 'source') {
    // A single refusal is a slip or an old password far oftener than an attempt; what follows it tells.
    if (klass.startsWith('refused')) return WORK;
    // Machines where people work are not where operations go, whatever else is true of them: what reaches them for work over
    // the network (scanners, software distribution) does so from its first day.
    if (klass.startsWith('workstation'))
      return facet === 'destination' && kind === 'logon:3' ? REACHED : TYPICAL;
    if (facet === 'destination' && /^controller\/(?:foreign|nobody|peer)/.test(klass)) return 0;
    if (klass.startsWith('crossing')) return 0;
  }
  return LEANINGS[facet].find(([pattern]) => pattern.test(klass))?.[1] ?? 0;
}
