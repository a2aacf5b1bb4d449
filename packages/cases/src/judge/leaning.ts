import type { Facet } from '../state.ts';

/**
 * Rarity of a class in misuse, relative to equal frequency of all classes, in nats. Surprise alone cannot distinguish an installation from an
 * intruder: both are rare. `WORK` is caused by operations (new machines, a neighbor of a used machine, consequences of a logon),
 * `MIXED` by both, `TYPICAL` by people who use an account that is not theirs: from their own machine, at it, or with a known
 * password.
 */
const WORK = 4;
const MIXED = 2;
const TYPICAL = -2;
const REACHED = -4;
/** Events that no routine operation causes: one is sufficient. */
const NEVER = -8;

/** Patterns of classes; the first match applies. */
const LEANINGS: Readonly<Record<Facet, readonly (readonly [RegExp, number])[]>> = {
  // Administrators set up, reset and test; machines start services with stored credentials. But administrators do not set up
  // accounts on other people's machines, and a service that runs one command on another machine is a way to use passwords
  // remotely.
  use: [
    [/ remote\b/, TYPICAL],
    [/ at .*\/(?:foreign|nobody)$/, TYPICAL],
    [/ (?:operator|machine|customary) /, WORK],
    [/ service /, MIXED],
    [/ person /, TYPICAL],
  ],
  // Tickets, NTLM checks and processes follow from logons; operations install services and tasks.
  kind: [
    [/^(?:ticket|service-ticket|ntlm|process|explicit|logon:7)/, WORK],
    [/^logon:(?:3|4|5)/, MIXED],
    // No automated process clears the security log.
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
    // A third of the people visit a hub: file servers are for everybody.
    [/young|family|popular|^hub/, WORK],
    [/nobody|peer|jump|server/, MIXED],
  ],
  path: [[/./, WORK]],
  // What a database or a web server runs by itself does not need a shell.
  program: [
    [/^shell of a server$/, NEVER],
    [/./, WORK],
  ],
  hour: [[/./, MIXED]],
  weekday: [[/./, MIXED]],
  silence: [[/./, MIXED]],
};

/** True for activity that is never part of an account's setup: a cleared log, or the account at a machine where people work. */
export function isNeverSetUp(facet: Facet, klass: string): boolean {
  if (facet === 'source') return klass.startsWith('workstation');
  return facet === 'kind' && /^(?:change:1102$|logon:(?:2|9|10) workstation)/.test(klass);
}

/** True for a use by an administrator who sets the account up on its own machines. */
export function isSetUp(klass: string): boolean {
  return / operator /.test(klass) && !/ remote\b| at .*\/(?:foreign|nobody)$/.test(klass);
}

/**
 * Nats to subtract from the surprise of a class shown by a way of this kind; negative for classes that misuse shows more often
 * than anything else.
 */
export function leaningOf(facet: Facet, klass: string, kind: string): number {
  if (facet === 'destination' || facet === 'source') {
    // A single refusal is far more often a typo or an old password than an attempt; later events decide.
    if (klass.startsWith('refused')) return WORK;
    // Operations do not target machines where people work, whatever their other traits: network tools that reach them (scanners,
    // software distribution) do so from their first day.
    if (klass.startsWith('workstation'))
      return facet === 'destination' && kind === 'logon:3' ? REACHED : TYPICAL;
    if (facet === 'destination' && /^controller\/(?:foreign|nobody|peer)/.test(klass)) return 0;
    if (klass.startsWith('crossing')) return 0;
  }
  return LEANINGS[facet].find(([pattern]) => pattern.test(klass))?.[1] ?? 0;
}
