import { EVENTS, type SecurityEventId } from '../../catalogue/events.ts';
import { WEAKENING } from '../../codes/accountControl.ts';
import type { Change, ChangeSeverity, Row } from '../../event.ts';
import { shownHost, stripAccount, textOf } from '../../names.ts';
import type { Naming } from '../../naming.ts';
import { defineRule } from '../rule.ts';
import { isPrivilegedGroup } from './privilegedGroups.ts';

/** Maximum characters of a description. */
const DESCRIPTION_LIMIT = 500;

/** One kind of change: its condition and its description. */
type Kind = {
  /** A service account, or any row for which the function returns true. */
  concerns: 'account' | ((row: Row, naming: Naming) => boolean);
  /** Null for an event without a relevant change. */
  change(row: Row, naming: Naming): Change | null;
};

const ofAccount = (type: string, severity: ChangeSeverity, description: string): Kind => ({
  concerns: 'account',
  change: () => ({ type, severity, description }),
});

/** An audit policy or log concerns everybody: without it misuse is invisible. */
const always = () => true;

const object = (row: Row): string => textOf(row.object_name) ?? 'unknown';
const onProduction = (row: Row, naming: Naming): boolean =>
  naming.isProductionServer(textOf(row.system_context_computer_name) ?? '');

const service: Kind = {
  concerns: 'account',
  change: (row, naming) => ({
    type: 'Service logon',
    severity: onProduction(row, naming) ? 'high' : 'medium',
    description: `Service "${object(row)}" installed to run as this account${running(row)}`,
  }),
};

const task = (verb: string): Kind => ({
  concerns: 'account',
  change: (row) => ({
    type: 'Scheduled task',
    severity: 'medium',
    description: `Task "${object(row)}" ${verb} to run as this account${running(row)}`,
  }),
});

/** Members of a machine's local groups have no name: on a production server they are identified by their SID. */
const membership: Kind = {
  concerns: (row, naming) =>
    SID.test(textOf(row.target_user_name) ?? '') && onProduction(row, naming) && isPrivileged(row),
  change: (row) => {
    const member = textOf(row.target_user_name) ?? '';
    return {
      type: 'Group',
      severity: isPrivileged(row) ? 'high' : 'medium',
      description: SID.test(member) ? `${member} added to ${object(row)}` : `Added to ${object(row)}`,
    };
  },
};

const directory = (description: (row: Row) => string, severity: (row: Row) => ChangeSeverity): Kind => ({
  concerns: 'account',
  change: (row) => ({ type: 'Directory', severity: severity(row), description: description(row) }),
});

const KINDS: Readonly<Partial<Record<SecurityEventId, Kind>>> = {
  [EVENTS.logCleared.id]: {
    concerns: always,
    change: () => ({ type: 'Audit log', severity: 'high', description: 'Security log cleared' }),
  },
  [EVENTS.serviceInstalled.id]: service,
  [EVENTS.newService.id]: service,
  [EVENTS.taskCreated.id]: task('created'),
  [EVENTS.taskUpdated.id]: task('updated'),
  [EVENTS.auditPolicyChanged.id]: {
    concerns: always,
    change: (row) => {
      const change = textOf(row.change);
      const severity = change?.includes('removed') ? 'high' : 'low';
      return {
        type: 'Audit policy',
        severity,
        description: `Auditing of ${object(row)}: ${change ?? 'changed'}`,
      };
    },
  },
  [EVENTS.accountCreated.id]: ofAccount('Account', 'medium', 'Account created'),
  [EVENTS.accountEnabled.id]: ofAccount('Account', 'medium', 'Account enabled'),
  [EVENTS.passwordChange.id]: ofAccount('Password', 'low', 'Password changed by the account itself'),
  [EVENTS.passwordReset.id]: ofAccount('Password', 'low', 'Password reset'),
  [EVENTS.accountDisabled.id]: ofAccount('Account', 'medium', 'Account disabled'),
  [EVENTS.accountDeleted.id]: ofAccount('Account', 'medium', 'Account deleted'),
  [EVENTS.addedToGlobalGroup.id]: membership,
  [EVENTS.addedToLocalGroup.id]: membership,
  [EVENTS.addedToUniversalGroup.id]: membership,
  [EVENTS.accountChanged.id]: {
    concerns: 'account',
    // New passwords, disabling and enabling have their own events in addition to this one.
    change: (row) => {
      const change = textOf(row.change);
      if (change === null) return null;
      const weakens = change
        .split('; ')
        .some((part) => WEAKENING.has(part) || part.startsWith('may delegate'));
      return {
        type: 'Account',
        severity: weakens ? 'high' : 'medium',
        description: `Account changed: ${change}`,
      };
    },
  },
  [EVENTS.accountRenamed.id]: {
    concerns: 'account',
    change: (row) => {
      const change = textOf(row.change);
      return { type: 'Account', severity: 'medium', description: `Account ${change ?? 'renamed'}` };
    },
  },
  [EVENTS.objectChanged.id]: directory(
    (row) => `Directory object changed: ${textOf(row.change) ?? 'an attribute'}`,
    (row) => (GRAVE_ATTRIBUTE.test(textOf(row.change) ?? '') ? 'high' : 'low'),
  ),
  [EVENTS.objectCreated.id]: directory(
    () => 'Directory object created',
    () => 'medium',
  ),
};

/**
 * Changes of the infrastructure around service accounts: the accounts, their groups, services and tasks that run as them, their
 * directory objects, and auditing itself.
 */
export const infrastructureChanges = defineRule({
  id: 'infrastructure-changes',
  title: 'Infrastructure Changes',
  severity: 'graded',
  events: Object.keys(KINDS).map(Number) as SecurityEventId[],
  meaning:
    'Something about a service account changed: the account, its groups, its directory object, a service or task that runs as it, or the audit policy.',
  advice: 'Look for the change request; if there is none, ask the person who made the change.',
  attack: ['T1098', 'T1543.003', 'T1053.005', 'T1070.001', 'T1562.002'],
  names: ['account', 'server', 'user', 'severity'],
  // The description names the actor.
  actor: null,
  describe: ({ description, server }) => [
    { words: description ?? '' },
    { words: 'on', name: server, of: 'server' },
  ],
  match(row, eventId, naming) {
    const kind = KINDS[eventId];
    if (kind === undefined) return null;
    const server = textOf(row.system_context_computer_name);
    const account = textOf(row.target_user_name);
    const named = account !== null && naming.isServiceAccount(account);
    const concerns = kind.concerns === 'account' ? named : named || kind.concerns(row, naming);
    if (!concerns) return null;
    const change = kind.change(row, naming);
    if (change === null) return null;
    return {
      serviceAccount: named ? stripAccount(account) : actorOf(row, naming),
      computer: null,
      server: server === null ? null : shownHost(server),
      process: null,
      change: { ...change, description: described(change.description, row) },
    };
  },
});

/** The service account that made a change which concerns no account; empty if a person made it. */
function actorOf(row: Row, naming: Naming): string {
  const actor = textOf(row.subject_user_name);
  return actor !== null && naming.isServiceAccount(actor) ? stripAccount(actor) : '';
}

/** Attributes that allow a takeover of the account: delegation, accepted keys, permissions. */
const GRAVE_ATTRIBUTE =
  /\b(?:servicePrincipalName|msDS-AllowedToActOnBehalfOfOtherIdentity|msDS-AllowedToDelegateTo|msDS-KeyCredentialLink|msDS-GroupMSAMembership|nTSecurityDescriptor|sIDHistory)\b/i;

const SID = /^S-1-5-21-[\d-]{1,64}$/i;

const isPrivileged = (row: Row): boolean => isPrivilegedGroup(textOf(row.object_id));

function running(row: Row): string {
  const line = textOf(row.process_information_command_line);
  return line === null ? '' : `: ${line}`;
}

/** Adds the actor, unless it is the machine itself, which acts for somebody else, or the account. */
function described(description: string, row: Row): string {
  const by = stripAccount(textOf(row.subject_user_name) ?? '');
  const account = stripAccount(textOf(row.target_user_name) ?? '');
  const hasActor = by !== '' && !by.endsWith('$') && by.toLowerCase() !== account.toLowerCase();
  const suffix = hasActor ? ` (by ${by.slice(0, 64)})` : '';
  const limit = DESCRIPTION_LIMIT - suffix.length;
  const kept =
    description.length <= limit ? description : `${description.slice(0, limit - 1).toWellFormed()}…`;
  return kept + suffix;
}
