import type { Detection } from './detection.ts';
import { EVENTS } from './events.ts';

const LOGONS = [EVENTS.logon.id] as const;
const REFUSALS = [
  EVENTS.failedLogon.id,
  EVENTS.ticketOfAccount.id,
  EVENTS.ticketRefused.id,
  EVENTS.ntlmCheck.id,
] as const;
const WAYS = [
  EVENTS.logon.id,
  EVENTS.explicitCredentials.id,
  EVENTS.processStart.id,
  EVENTS.ticketOfAccount.id,
  EVENTS.ticketOfService.id,
  EVENTS.ntlmCheck.id,
] as const;

/** Every kind of case finding by its id. A new kind needs an entry here and the code that finds it (packages/cases). */
export const FINDINGS = {
  'person-used-account': {
    title: 'A person uses it',
    severity: 'graded',
    events: [EVENTS.logon.id, EVENTS.explicitCredentials.id, EVENTS.processStart.id],
    meaning: 'An event names a person who used the account for the first time.',
    advice: 'Ask the person for the reason and who gave them the password; then change the password.',
    attack: ['T1078'],
  },
  'person-signed-in': {
    title: 'A person signed in as it',
    severity: 'graded',
    events: LOGONS,
    meaning: 'Someone signed in as the account at a console or by remote desktop; services do not do that.',
    advice: 'Ask who used the machine, and deny interactive logon for the account.',
    attack: ['T1078'],
  },
  'explicit-credentials': {
    title: 'Its credentials were typed in',
    severity: 'graded',
    events: [EVENTS.explicitCredentials.id],
    meaning: 'Someone signed in as another account entered this account’s name and password in a program.',
    advice: 'Ask the person for the reason, and look for the password in scripts and saved connections.',
    attack: ['T1078'],
  },
  'refused-then-successful': {
    title: 'Refused, then let in',
    severity: 'graded',
    events: [...LOGONS, ...REFUSALS],
    meaning: 'The account was refused from a machine it had never come from, and then let in from there.',
    advice: 'Treat the password as compromised: change it today, and check what the session did.',
    attack: ['T1110.001', 'T1078'],
  },
  'refused-from-new-source': {
    title: 'Refused from a new source',
    severity: 'graded',
    events: REFUSALS,
    meaning: 'The account was refused from a machine it had never come from.',
    advice:
      'Find out what ran on that machine; a new job with a wrong password looks the same as an attempt.',
    attack: [],
  },
  'new-source': {
    title: 'New source',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account came from this machine for the first time.',
    advice: 'Ask the owner whether the application was moved or extended; if not, inspect that machine.',
    attack: ['T1078'],
  },
  'new-destination': {
    title: 'New destination',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account accessed this server for the first time.',
    advice: 'Ask the owner what the account does there. If nothing, remove its rights on that server.',
    attack: ['T1078'],
  },
  'new-path': {
    title: 'New way between known machines',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account uses both machines but had never gone from one to the other.',
    advice: 'Compare it with the releases of that day.',
    attack: [],
  },
  'new-program': {
    title: 'New program',
    severity: 'graded',
    events: [EVENTS.processStart.id],
    meaning: 'The account started this program for the first time.',
    advice: 'Check the command line and the installations of that day.',
    attack: [],
  },
  'new-kind-of-logon': {
    title: 'New kind of logon',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account was used in a new way, such as by a task or a service.',
    advice: 'Ask the owner what was set up that day.',
    attack: [],
  },
  'odd-hour': {
    title: 'Unusual hour',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account did its usual work at an hour or on a weekday when it is never active.',
    advice: 'Check whether someone reran a job manually.',
    attack: [],
  },
  'without-company': {
    title: 'Without its usual activity',
    severity: 'graded',
    events: WAYS,
    meaning:
      'The account worked in its usual way, but without what always came along: the batch logon or program before it, the minutes of the hour, or the parent process.',
    advice: 'Ask the owner whether someone used the account manually; if not, inspect the source machine.',
    attack: ['T1078'],
  },
  'silent-account': {
    title: 'Active after a long silence',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account is active again after its longest silence.',
    advice: 'Ask the owner whether it is still needed; if no one knows, disable it.',
    attack: ['T1078'],
  },
  'security-log-cleared': {
    title: 'Security log cleared',
    severity: 'graded',
    events: [EVENTS.logCleared.id],
    meaning: 'The account, or someone as the account, cleared the security log of a machine.',
    advice: 'Export the evidence for that machine, and find out what happened before: its own log is gone.',
    attack: ['T1070.001'],
  },
  'audit-policy-changed': {
    title: 'Audit policy changed',
    severity: 'graded',
    events: [EVENTS.auditPolicyChanged.id],
    meaning: 'The account changed what a machine audits.',
    advice: 'Restore the policy, and find out what happened on that machine while it was not audited.',
    attack: ['T1562.002'],
  },
  'runs-as-account': {
    title: 'A service or task was set up to run as it',
    severity: 'graded',
    events: [EVENTS.serviceInstalled.id, EVENTS.taskCreated.id, EVENTS.taskUpdated.id, EVENTS.newService.id],
    meaning: 'Someone set up the first service or scheduled task on this machine that runs as the account.',
    advice: 'Ask who set it up, and check the program it starts.',
    attack: ['T1543.003', 'T1053.005'],
  },
  'account-changed': {
    title: 'The account was changed',
    severity: 'graded',
    events: [
      EVENTS.accountCreated.id,
      EVENTS.accountEnabled.id,
      EVENTS.passwordChange.id,
      EVENTS.passwordReset.id,
      EVENTS.accountDisabled.id,
      EVENTS.accountDeleted.id,
      EVENTS.addedToGlobalGroup.id,
      EVENTS.addedToLocalGroup.id,
      EVENTS.accountChanged.id,
      EVENTS.addedToUniversalGroup.id,
      EVENTS.accountRenamed.id,
      EVENTS.objectChanged.id,
    ],
    meaning:
      'A person changed the account, its password, its groups or its directory object for the first time.',
    advice: 'Look for the change request; if there is none, ask the person who made the change.',
    attack: ['T1098'],
  },
  spraying: {
    title: 'Passwords tried on many accounts',
    severity: 'high',
    events: REFUSALS,
    meaning: 'Five or more accounts were refused on one day from a machine new to all of them.',
    advice: 'Take that machine off the network, and find out which of the accounts have been let in since.',
    attack: ['T1110.003'],
  },
  roasting: {
    title: 'Tickets of many services requested',
    severity: 'high',
    events: [EVENTS.ticketOfService.id, EVENTS.ticketOfAccount.id],
    meaning:
      'An account requested Kerberos tickets for five or more service accounts that it had never asked for, whatever the cipher; or a machine got first tickets of accounts without pre-authentication that had never worked there.',
    advice:
      'Ask the person or owner what ran on that machine. If no one knows, isolate it, and give the listed accounts long random passwords.',
    attack: ['T1558.003', 'T1558.004'],
  },
  'decoy-touched': {
    title: 'A decoy was touched',
    severity: 'critical',
    events: [
      ...WAYS,
      EVENTS.failedLogon.id,
      EVENTS.ticketRefused.id,
      EVENTS.accountEnabled.id,
      EVENTS.passwordChange.id,
      EVENTS.passwordReset.id,
      EVENTS.accountDisabled.id,
      EVENTS.accountDeleted.id,
      EVENTS.accountChanged.id,
      EVENTS.accountRenamed.id,
    ],
    meaning:
      'Someone logged on or tried to as an account marked as a decoy, requested a ticket for it, or changed it.',
    advice:
      'Isolate the machine that it came from, and find out who is on it: nothing has a reason to touch a decoy.',
    attack: [],
  },
  'posture-worse': {
    title: 'Easier to misuse',
    severity: 'medium',
    events: [],
    meaning:
      'Between two syncs of a directory the account became privileged, was trusted for unconstrained delegation, may get tickets with RC4, or no longer needs pre-authentication.',
    advice:
      'Ask the owner whether it was planned. If not, undo it in the directory and find out who changed it.',
    attack: [],
  },
  'outside-contract': {
    title: 'Outside its contract',
    severity: 'high',
    events: WAYS,
    meaning:
      'The account did something its approved contract does not permit; the severity is medium if it was refused.',
    advice: 'Ask the owner: change the contract, or stop this use.',
    attack: ['T1078'],
  },
  'refused-old-password': {
    title: 'An old password is still in use',
    severity: 'low',
    events: REFUSALS,
    meaning:
      'Machines it worked from have been refused since its password changed: their jobs still use the old one.',
    advice: 'Update the password in the jobs on the machines that still fail; the case names them.',
    attack: [],
  },
  'refused-guess': {
    title: 'Wrong passwords from a new place',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'Wrong passwords came from a machine the account had never worked from.',
    advice: 'Find out what runs on that machine, and who can reach it.',
    attack: ['T1110.001'],
  },
  'refused-no-account': {
    title: 'No such account',
    severity: 'low',
    events: REFUSALS,
    meaning: 'Something uses an account that does not exist, usually one that was deleted.',
    advice: 'Remove it from the jobs on the named machines.',
    attack: [],
  },
  'refused-locked': {
    title: 'Locked out',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'The account is locked, so everything that runs as it fails.',
    advice: 'Find the machine that locked it before you unlock it, or it will be locked again.',
    attack: [],
  },
  'refused-expired': {
    title: 'Expired',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'The account or its password has expired, and its jobs fail.',
    advice: 'Change the password in the account and its jobs, or retire both.',
    attack: [],
  },
  'refused-disabled': {
    title: 'Disabled, and still used',
    severity: 'medium',
    events: REFUSALS,
    meaning: 'The account is disabled, and something still uses it.',
    advice: 'Remove it from the jobs on the named machines.',
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
    meaning: 'The account is refused repeatedly, and the events do not say why.',
    advice: 'Check the machine that refuses it: its log has the reason.',
    attack: [],
  },
  novelty: {
    title: 'New behavior',
    severity: 'graded',
    events: WAYS,
    meaning: 'The account did something it had never done.',
    advice: 'Ask the owner what changed that day.',
    attack: [],
  },
} as const satisfies Readonly<Record<string, Detection>>;

export type FindingKind = keyof typeof FINDINGS;

/** The entry of a kind; undefined for a kind from a newer server. */
export function findingOf(kind: string): Detection | undefined {
  return Object.hasOwn(FINDINGS, kind) ? FINDINGS[kind as FindingKind] : undefined;
}
