import type { Detection } from './detection.ts';

const LOGONS = [4624] as const;
const REFUSALS = [4625, 4768, 4771, 4776] as const;
const WAYS = [4624, 4648, 4688, 4768, 4769, 4776] as const;

/** Every kind of case finding by its id. A new kind needs an entry here and the code that finds it (packages/cases). */
export const FINDINGS = {
  'person-used-account': {
    title: 'A person uses it',
    severity: 'graded',
    events: [4624, 4648, 4688],
    meaning: 'An event names a person who used the account and had never used it before.',
    advice: 'Ask the person what it was for and who gave them the password; then give the account a new one.',
    attack: ['T1078'],
  },
  'person-signed-in': {
    title: 'A person signed in as it',
    severity: 'graded',
    events: LOGONS,
    meaning: 'Somebody signed in as the account at a console or by remote desktop, which services do not do.',
    advice: 'Ask whoever was at that machine, and deny the account interactive logons.',
    attack: ['T1078'],
  },
  'explicit-credentials': {
    title: 'Its credentials were typed in',
    severity: 'graded',
    events: [4648],
    meaning: 'Somebody who was signed in as another gave the account’s name and password to a program.',
    advice: 'Ask the person what it was for, and look for the password in scripts and saved connections.',
    attack: ['T1078'],
  },
  'refused-then-successful': {
    title: 'Refused, then let in',
    severity: 'graded',
    events: [...LOGONS, ...REFUSALS],
    meaning:
      'The account was refused from a machine that it had never come from, and then let in from there.',
    advice: 'Treat the password as compromised: change it today, and look at what the session did.',
    attack: ['T1110.001', 'T1078'],
  },
  'refused-from-new-source': {
    title: 'Refused from a new source',
    severity: 'graded',
    events: REFUSALS,
    meaning: 'The account was refused from a machine that it had never come from.',
    advice:
      'Find out what ran on that machine; a new job with a wrong password looks the same as an attempt.',
    attack: [],
  },
  'new-source': {
    title: 'New source',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account came from a machine that it had never come from.',
    advice: 'Ask the owner whether the application was moved or extended; if not, look at that machine.',
    attack: ['T1078'],
  },
  'new-destination': {
    title: 'New destination',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account went to a server that it had never gone to.',
    advice: 'Ask the owner what the account does there. If nothing, remove its rights on that server.',
    attack: ['T1078'],
  },
  'new-path': {
    title: 'New way between known machines',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account uses both machines but had never gone from one to the other.',
    advice: 'Compare it with what was released that day.',
    attack: [],
  },
  'new-program': {
    title: 'New program',
    severity: 'graded',
    events: [4688],
    meaning: 'The account started a program that it had never started.',
    advice: 'Look at the command line, and at what was installed on that day.',
    attack: [],
  },
  'new-kind-of-logon': {
    title: 'New kind of logon',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account was used in a way in which it had never been used, such as by a task or a service.',
    advice: 'Ask the owner what was set up on that day.',
    attack: [],
  },
  'odd-hour': {
    title: 'Unusual hour',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account did its usual work at an hour or on a day of the week when it never works.',
    advice: 'Check whether a job was run again by hand.',
    attack: [],
  },
  'without-company': {
    title: 'Without its usual company',
    severity: 'graded',
    events: LOGONS,
    meaning:
      'The account logged on in its usual way, but without the batch logon or the program that had come before each such logon until then.',
    advice:
      'Ask the owner whether somebody used the account by hand; if not, look at the machine that it came from.',
    attack: ['T1078'],
  },
  'silent-account': {
    title: 'Active after a long silence',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account is active again after its longest silence.',
    advice: 'Ask the owner whether it is still needed; disable it if nobody knows.',
    attack: ['T1078'],
  },
  'security-log-cleared': {
    title: 'Security log cleared',
    severity: 'graded',
    events: [1102],
    meaning: 'The account, or somebody as the account, cleared the security log of a machine.',
    advice:
      'Keep what Scout has recorded of that machine, and find out what was done there before; its own log no longer shows it.',
    attack: ['T1070.001'],
  },
  'audit-policy-changed': {
    title: 'Audit policy changed',
    severity: 'graded',
    events: [4719],
    meaning: 'The account changed what a machine audits.',
    advice: 'Restore the policy, and find out what was done on that machine while it was not audited.',
    attack: ['T1562.002'],
  },
  'runs-as-account': {
    title: 'A service or task was set up to run as it',
    severity: 'graded',
    events: [4697, 4698, 4702, 7045],
    meaning: 'A service or a scheduled task that runs as the account was set up where none had been.',
    advice: 'Ask whoever set it up, and look at the program that it starts.',
    attack: ['T1543.003', 'T1053.005'],
  },
  'account-changed': {
    title: 'The account was changed',
    severity: 'graded',
    events: [4720, 4722, 4723, 4724, 4725, 4726, 4728, 4732, 4738, 4756, 4781, 5136],
    meaning:
      'Somebody who had never done so changed the account, its password, its groups or its directory object.',
    advice: 'Look for the change request; if there is none, ask whoever made the change.',
    attack: ['T1098'],
  },
  spraying: {
    title: 'Passwords tried on many accounts',
    severity: 'high',
    events: REFUSALS,
    meaning:
      'Five or more accounts were refused on one day from a machine that none of them had ever come from.',
    advice: 'Take that machine off the network, and find out which of the accounts was let in since.',
    attack: ['T1110.003'],
  },
  'outside-contract': {
    title: 'Outside its contract',
    severity: 'high',
    events: WAYS,
    meaning:
      'The account did something that its approved contract does not permit; the severity is medium if it was refused.',
    advice: 'Ask the owner: either the contract has to be changed, or this has to end.',
    attack: ['T1078'],
  },
  'refused-old-password': {
    title: 'An old password is still in use',
    severity: 'low',
    events: REFUSALS,
    meaning:
      'Machines that it worked from have been refused since its password was changed: their jobs still use the old one.',
    advice: 'Change the password in the jobs of the machines that still fail; the case names them.',
    attack: [],
  },
  'refused-guess': {
    title: 'Wrong passwords from a new place',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'Wrong passwords came from a machine that the account had never worked from.',
    advice: 'Find out what runs on that machine, and who can reach it.',
    attack: ['T1110.001'],
  },
  'refused-no-account': {
    title: 'No such account',
    severity: 'low',
    events: REFUSALS,
    meaning: 'Something uses an account that does not exist, usually one that was deleted.',
    advice: 'Remove it from the jobs of the machines that are named.',
    attack: [],
  },
  'refused-locked': {
    title: 'Locked out',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'The account is locked, so nothing that runs as it works.',
    advice: 'Find the machine that locked it before you unlock it, or it will be locked again.',
    attack: [],
  },
  'refused-expired': {
    title: 'Expired',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'The account or its password has expired, and its jobs fail.',
    advice: 'Give it a new password together with its jobs, or retire it with them.',
    attack: [],
  },
  'refused-disabled': {
    title: 'Disabled, and still used',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'The account is disabled, and something still uses it.',
    advice: 'Remove it from the jobs of the machines that are named.',
    attack: [],
  },
  'refused-clock': {
    title: 'Refused: clocks differ',
    severity: 'low',
    events: REFUSALS,
    meaning: 'Kerberos refuses the account because the clock of its machine is wrong.',
    advice: 'Correct the clock of that machine.',
    attack: [],
  },
  'refused-fault': {
    title: 'Refused: a fault, not the account',
    severity: 'low',
    events: REFUSALS,
    meaning:
      'Logons failed whatever the password was, because no domain controller answered, a trust was broken or a ticket was unusable.',
    advice: 'Check the domain controllers and the connection of the machines that are named.',
    attack: [],
  },
  'refused-not-allowed': {
    title: 'Refused: this logon is not allowed',
    severity: 'low',
    events: REFUSALS,
    meaning: 'A policy, or a restriction to certain machines or hours, blocks the account.',
    advice: 'Check whether the job or the policy is right.',
    attack: [],
  },
  'refused-unknown': {
    title: 'Refused',
    severity: 'low',
    events: REFUSALS,
    meaning: 'The account is refused again and again, and the events do not say why.',
    advice: 'Look at the machine that refuses it: its own log has the reason.',
    attack: [],
  },
  novelty: {
    title: 'New behavior',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account did something that it had never done.',
    advice: 'Ask the owner what changed on that day.',
    attack: [],
  },
} as const satisfies Readonly<Record<string, Detection>>;

export type FindingKind = keyof typeof FINDINGS;

/** The entry of a kind; undefined for a kind from a newer server. */
export function findingOf(kind: string): Detection | undefined {
  return Object.hasOwn(FINDINGS, kind) ? FINDINGS[kind as FindingKind] : undefined;
}
