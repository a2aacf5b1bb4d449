import { EVENTS } from '@scout/detection/catalogue/events';

/**
 * Kind of an activity, also stored as this text: a logon by type, a refused logon by reason, a change by event id, explicit credentials,
 * processes and command lines, and tickets that a domain controller writes. `controller` and `start` are of machines: a domain
 * controller, and a start of Windows.
 */
export type Kind =
  | `logon:${string}`
  | `refused:${string}`
  | `change:${string}`
  | 'explicit'
  | 'command'
  | 'process'
  | 'ticket'
  | 'service-ticket'
  | 'ntlm'
  | 'controller'
  | 'start';

/** The kind of a change by its event. */
export const changeKind = <Id extends number>({ id }: { readonly id: Id }) => `change:${id}` as const;

const SERVICE = changeKind(EVENTS.serviceInstalled);
const TASK = changeKind(EVENTS.taskCreated);
const LOG_CLEARED = changeKind(EVENTS.logCleared);

export const isRefused = (kind: string): kind is `refused:${string}` => kind.startsWith('refused:');
export const isLogon = (kind: string): kind is `logon:${string}` => kind.startsWith('logon:');
export const isChange = (kind: string): kind is `change:${string}` => kind.startsWith('change:');

/** A logon that a service or a task starts on its own machine. */
export const isOfMachine = (kind: string): boolean => kind === 'logon:4' || kind === 'logon:5';
/** A person at a machine: at its console or by remote desktop. */
export const isSignIn = (kind: string): boolean => kind === 'logon:2' || kind === 'logon:10';
/** A person at a machine, or one with other credentials (`runas /netonly`). */
export const isPersonal = (kind: string): boolean => isSignIn(kind) || kind === 'logon:9';
/** A logon as jobs and services do: network, batch, service, clear text. */
export const isScheduled = (kind: string): boolean =>
  isOfMachine(kind) || kind === 'logon:3' || kind === 'logon:8';
/** A ticket or an NTLM check: written by a domain controller, it does not show where the account is used. */
export const isTicket = (kind: string): boolean => kind === 'ticket' || kind === 'ntlm';
/** A new service or task that runs as the account. */
export const isRunsAs = (kind: string): boolean => kind === SERVICE || kind === TASK;
/** A cleared security log. */
export const isClearing = (kind: string): boolean => kind === LOG_CLEARED;
