import type { DataName } from '../normalise/rawEvent.ts';

/** Provider of Windows' security auditing; other providers use the same numbers for other events. */
export const SECURITY_PROVIDER = 'Microsoft-Windows-Security-Auditing';

/** An event of Windows. */
export type WindowsEvent = {
  id: number;
  /** As shown to people. */
  name: string;
  /** Default: Windows' security auditing. */
  provider?: string;
  /** Default: the Security log. */
  log?: 'System';
  /** Accounts for which agents collect it. Service accounts alone: a domain controller writes thousands per second. */
  collected?: 'all' | 'service accounts';
  /** True for an event that rules read. */
  isRead?: true;
  /** Fields of its data of which it always has at least one. An event without any was changed by a program that dropped or moved them. */
  needs: readonly DataName[];
  /** True for a refused logon: Windows writes an empty name for a client that gave none. */
  mayBeUnnamed?: true;
};

const OF_ALL = { collected: 'all', isRead: true } as const;
/** A change around service accounts. */
const CHANGE = { collected: 'service accounts', isRead: true } as const;
/** Read by the assessor of cases alone. */
const USE = { collected: 'service accounts' } as const;

/** The catalog of Windows events: each id stands here alone, and everything else names the event. Ordered by id. */
export const EVENTS = {
  otherLogCleared: {
    id: 104,
    name: 'Log cleared',
    provider: 'Microsoft-Windows-Eventlog',
    needs: ['SubjectUserName'],
  },
  logCleared: {
    id: 1102,
    name: 'Security log cleared',
    provider: 'Microsoft-Windows-Eventlog',
    ...OF_ALL,
    needs: ['SubjectUserName'],
  },
  windowsStarted: { id: 4608, name: 'Windows started', needs: [] },
  logon: { id: 4624, name: 'Logon', ...OF_ALL, needs: ['TargetUserName'] },
  failedLogon: { id: 4625, name: 'Failed logon', ...OF_ALL, needs: ['TargetUserName'], mayBeUnnamed: true },
  logOff: { id: 4634, name: 'Log-off', ...USE, needs: ['TargetUserName', 'TargetLogonId'] },
  /** Written only for persons, without a logon type. */
  logOffByUser: { id: 4647, name: 'Log-off by the user', ...USE, needs: ['TargetUserName', 'TargetLogonId'] },
  explicitCredentials: {
    id: 4648,
    name: 'Logon with explicit credentials',
    ...USE,
    needs: ['TargetUserName'],
  },
  specialPrivileges: {
    id: 4672,
    name: 'Special privileges',
    ...USE,
    needs: ['SubjectUserName', 'SubjectLogonId'],
  },
  processStart: { id: 4688, name: 'Process start', ...OF_ALL, needs: ['NewProcessName', 'CommandLine'] },
  serviceInstalled: { id: 4697, name: 'Service installed', ...CHANGE, needs: ['ServiceName'] },
  taskCreated: { id: 4698, name: 'Scheduled task created', ...CHANGE, needs: ['TaskName'] },
  taskUpdated: { id: 4702, name: 'Scheduled task updated', ...CHANGE, needs: ['TaskName'] },
  auditPolicyChanged: { id: 4719, name: 'Audit policy changed', ...CHANGE, needs: ['SubcategoryGuid'] },
  accountCreated: { id: 4720, name: 'Account created', ...CHANGE, needs: ['TargetUserName'] },
  accountEnabled: { id: 4722, name: 'Account enabled', ...CHANGE, needs: ['TargetUserName'] },
  passwordChange: { id: 4723, name: 'Password change', ...CHANGE, needs: ['TargetUserName'] },
  passwordReset: { id: 4724, name: 'Password reset', ...CHANGE, needs: ['TargetUserName'] },
  accountDisabled: { id: 4725, name: 'Account disabled', ...CHANGE, needs: ['TargetUserName'] },
  accountDeleted: { id: 4726, name: 'Account deleted', ...CHANGE, needs: ['TargetUserName'] },
  addedToGlobalGroup: {
    id: 4728,
    name: 'Member added to a global group',
    ...CHANGE,
    needs: ['MemberName', 'MemberSid'],
  },
  addedToLocalGroup: {
    id: 4732,
    name: 'Member added to a local group',
    ...CHANGE,
    needs: ['MemberName', 'MemberSid'],
  },
  accountChanged: { id: 4738, name: 'Account changed', ...CHANGE, needs: ['TargetUserName'] },
  accountLockedOut: { id: 4740, name: 'Account locked out', ...USE, needs: ['TargetUserName'] },
  addedToUniversalGroup: {
    id: 4756,
    name: 'Member added to a universal group',
    ...CHANGE,
    needs: ['MemberName', 'MemberSid'],
  },
  ticketOfAccount: { id: 4768, name: 'Kerberos ticket of the account', ...USE, needs: ['TargetUserName'] },
  ticketOfService: { id: 4769, name: 'Kerberos ticket of a service', ...USE, needs: ['TargetUserName'] },
  ticketRefused: { id: 4771, name: 'Kerberos pre-authentication failed', ...USE, needs: ['TargetUserName'] },
  ntlmCheck: {
    id: 4776,
    name: 'NTLM credentials checked',
    ...USE,
    needs: ['TargetUserName'],
    mayBeUnnamed: true,
  },
  accountRenamed: { id: 4781, name: 'Account renamed', ...CHANGE, needs: ['OldTargetUserName'] },
  objectChanged: { id: 5136, name: 'Directory object changed', ...CHANGE, needs: ['ObjectDN'] },
  objectCreated: { id: 5137, name: 'Directory object created', ...CHANGE, needs: ['ObjectDN'] },
  /** The same as `serviceInstalled`, where it is not audited. */
  newService: {
    id: 7045,
    name: 'Service installed',
    provider: 'Service Control Manager',
    log: 'System',
    ...CHANGE,
    needs: ['ServiceName'],
  },
} as const satisfies Readonly<Record<string, WindowsEvent>>;

type Entry = (typeof EVENTS)[keyof typeof EVENTS];

/** Ids of the events that rules read. */
export type SecurityEventId = Extract<Entry, { isRead: true }>['id'];

export const WINDOWS_EVENTS: readonly WindowsEvent[] = Object.values(EVENTS);

/** Stored type of an event: `WINDOWS_SECURITY_4625`, or `<Provider>/<id>`. */
export const typeOfEvent = ({ id, provider }: Pick<WindowsEvent, 'id' | 'provider'>): string =>
  provider === undefined ? `WINDOWS_SECURITY_${id}` : `${provider}/${id}`;

/** Names of events by id. */
export const EVENT_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  WINDOWS_EVENTS.map(({ id, name }) => [id, name]),
);

const NAMES_BY_TYPE: ReadonlyMap<string, string> = new Map(
  WINDOWS_EVENTS.map((event) => [typeOfEvent(event), event.name]),
);

/** The name of an event by its stored type; undefined if unknown. */
export const nameOfEvent = (type: string): string | undefined => NAMES_BY_TYPE.get(type);
