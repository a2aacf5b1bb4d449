import { EVENTS, typeOfEvent } from '../catalogue/events.ts';
import { accountControlChanges } from '../codes/accountControl.ts';
import { auditChangeWords, subcategoryWords } from '../codes/auditPolicy.ts';
import { failureOf } from '../codes/failure.ts';
import { kerberosFailureOf } from '../codes/kerberos.ts';
import type { NormalisedRow } from '../event.ts';
import { writeTicketDetails } from '../ticketDetails.ts';
import { codeField, textField } from './fields.ts';
import type { DataName, RawEvent } from './rawEvent.ts';
import { principalOf, taskOf } from './scheduledTask.ts';
import { principalName } from './systemAccounts.ts';
import { cleanCommandLine, cleanName, cleanPath } from './text.ts';

type Adaptation = (row: NormalisedRow, event: RawEvent) => void;

const SPECIAL_PRIVILEGES = typeOfEvent(EVENTS.specialPrivileges);
const PRIVILEGES = EVENTS.specialPrivileges.id;
const LOGON = EVENTS.logon.id;
const FAILED_LOGON = EVENTS.failedLogon.id;
const PROCESS_START = EVENTS.processStart.id;

/** Events with fields in unusual places, or with fields beyond the common ones. */
const ADAPTATIONS: Readonly<Record<string, Adaptation>> = {
  [SPECIAL_PRIVILEGES]: takeSubjectsSession,
  [typeOfEvent(EVENTS.serviceInstalled)]: (row, event) => {
    row.target_user_name = principalName(text(event, 'ServiceAccount'));
    row.process_information_command_line = text(event, 'ServiceFileName', cleanCommandLine);
    row.object_name = row.service_name;
  },
  [typeOfEvent(EVENTS.newService)]: (row, event) => {
    row.target_user_name = principalName(text(event, 'AccountName'));
    row.process_information_command_line = text(event, 'ImagePath', cleanCommandLine);
    row.object_name = row.service_name;
  },
  [typeOfEvent(EVENTS.taskCreated)]: (row, event) => takeTask(row, event, 'TaskContent'),
  [typeOfEvent(EVENTS.taskUpdated)]: (row, event) => takeTask(row, event, 'TaskContentNew'),
  [typeOfEvent(EVENTS.auditPolicyChanged)]: (row, event) => {
    const guid = text(event, 'SubcategoryGuid');
    row.object_id = guid;
    row.object_name = guid && (subcategoryWords(guid) ?? guid);
    const changes = text(event, 'AuditPolicyChanges');
    row.change = changes && auditChangeWords(changes);
  },
  [typeOfEvent(EVENTS.addedToGlobalGroup)]: takeMember,
  [typeOfEvent(EVENTS.addedToLocalGroup)]: takeMember,
  [typeOfEvent(EVENTS.addedToUniversalGroup)]: takeMember,
  [typeOfEvent(EVENTS.accountChanged)]: (row, event) => {
    row.change = cleanName(accountChanges(event).join('; '));
  },
  // The domain field holds the source computer of the wrong passwords.
  [typeOfEvent(EVENTS.accountLockedOut)]: (row) => {
    row.source_info_workstation_name = row.target_domain_name;
    row.target_domain_name = row.subject_domain_name;
  },
  [typeOfEvent(EVENTS.ticketOfAccount)]: takeKerberos,
  [typeOfEvent(EVENTS.ticketOfService)]: takeKerberos,
  [typeOfEvent(EVENTS.ticketRefused)]: takeKerberos,
  [typeOfEvent(EVENTS.ntlmCheck)]: (row) => {
    row.failure_reason = failureOf(row.status, null, null);
  },
  [typeOfEvent(EVENTS.accountRenamed)]: (row, event) => {
    row.target_user_name = text(event, 'OldTargetUserName');
    const name = text(event, 'NewTargetUserName');
    row.change = name && `renamed to ${name}`;
  },
  [typeOfEvent(EVENTS.objectChanged)]: (row, event) => {
    takeObject(row, event);
    const attribute = text(event, 'AttributeLDAPDisplayName');
    if (attribute === null) return;
    const value = text(event, 'AttributeValue');
    const verb = event.OperationType === '%%14675' ? 'removed from' : 'added to';
    row.change = cleanName(value === null ? `${attribute} changed` : `${verb} ${attribute}: ${value}`);
  },
  [typeOfEvent(EVENTS.objectCreated)]: takeObject,
};

/**
 * Maps the fields of one kind of event to the columns of a row.
 *
 * @throws Rejection wrong_type
 */
export function adapt(row: NormalisedRow, event: RawEvent): void {
  // Most events are logons and process starts, which need no adaptation.
  if (row.event_id === LOGON || row.event_id === FAILED_LOGON || row.event_id === PROCESS_START) return;
  if (Object.hasOwn(ADAPTATIONS, row.event_type)) ADAPTATIONS[row.event_type]!(row, event);
}

/** Maps the varying fields of an event that repeats an adapted one. */
export function adaptRepeat(row: NormalisedRow): void {
  if (row.event_id === PRIVILEGES && row.event_type === SPECIAL_PRIVILEGES) takeSubjectsSession(row);
}

/** The subject is the account of the new session. */
function takeSubjectsSession(row: NormalisedRow): void {
  row.logon_id = row.subject_logon_id;
}

function text(event: RawEvent, name: DataName, clean?: (text: string) => string | null): string | null {
  return textField(event[name], name, clean);
}

function takeKerberos(row: NormalisedRow, event: RawEvent): void {
  row.failure_reason = kerberosFailureOf(row.status);
  row.ticket_details = writeTicketDetails((name) => text(event, name));
}

/** The task runs as its principal; a principal given by an ordinary SID is identified by it. */
function takeTask(row: NormalisedRow, event: RawEvent, name: 'TaskContent' | 'TaskContentNew'): void {
  row.object_name = text(event, 'TaskName', cleanPath);
  const task = taskOf(event[name]);
  row.target_user_name = principalName(task.account);
  row.process_information_command_line = task.command;
}

/** The group is the changed object, and the member the affected account; a member without a name is identified by its SID. */
function takeMember(row: NormalisedRow, event: RawEvent): void {
  row.object_name = row.target_user_name;
  row.object_id = text(event, 'TargetSid');
  const member = text(event, 'MemberName', cleanPath);
  row.target_user_name = member === null ? text(event, 'MemberSid') : principalOf(member);
}

function takeObject(row: NormalisedRow, event: RawEvent): void {
  const object = text(event, 'ObjectDN');
  row.object_name = object;
  const kind = text(event, 'ObjectClass')?.toLowerCase() ?? '';
  if (object !== null && ACCOUNT_CLASSES.has(kind)) {
    // A managed account's name ends in a dollar sign; its object's name does not.
    row.target_user_name = principalOf(object) + (kind === 'user' ? '' : '$');
  }
}

const ACCOUNT_CLASSES = new Set(['user', 'msds-groupmanagedserviceaccount', 'msds-managedserviceaccount']);

/** Attributes of a changed account that hold the new value if changed, and `-` otherwise. */
const ATTRIBUTES: readonly (readonly [DataName, string])[] = [
  ['AllowedToDelegateTo', 'may delegate to'],
  ['UserPrincipalName', 'user principal name'],
  ['UserWorkstations', 'allowed workstations'],
  ['PrimaryGroupId', 'primary group'],
  ['SidHistory', 'SID history'],
  ['ScriptPath', 'logon script'],
];

/** Message numbers for no value, never and all. */
const NO_VALUE = /^%%179[0-9]$/;

function accountChanges(event: RawEvent): string[] {
  const bits = accountControlChanges(
    codeField(event.OldUacValue, 'OldUacValue'),
    codeField(event.NewUacValue, 'NewUacValue'),
  );
  const values = ATTRIBUTES.flatMap(([name, words]) => {
    const value = text(event, name);
    return value === null || NO_VALUE.test(value) ? [] : [`${words} ${value}`];
  });
  const times = [
    ['AccountExpires', 'account expiry'],
    ['LogonHours', 'logon hours'],
  ] as const;
  return [
    ...bits,
    ...values,
    ...times.flatMap(([name, words]) => (text(event, name) === null ? [] : [`${words} changed`])),
  ];
}
