import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import type { ChannelKind } from './channel.ts';
import { isoTime } from './fields.ts';

const { credentialMax, userMax, approvedStatuses } = limits.channels;

/** What proves to a ticket system who asks; stored encrypted and never shown. */
export const ticketCredential = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}]+$/u, 'Enter it without line breaks.')
  .max(credentialMax);

const name = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}]{1,100}$/u, 'At most 100 characters.');

/** Id of a field of Jira. */
const field = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/, 'The id of a field, such as customfield_10042.');

/** What a ticket system needs beside its address and its credential; nothing here is a secret. */
export const ticketSettings = z.object({
  /** Jira: the address of the token's owner. ServiceNow: the user name. */
  user: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}:]+$/u, 'Enter a user name.')
    .max(userMax)
    .optional(),
  /** Jira: key of the project of the tickets. */
  project: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9_]{1,49}$/, 'The key of a project, such as SEC.')
    .optional(),
  /** Jira: type of the tickets. */
  issue_type: name.optional(),
  /** Change numbers are checked here, and planned changes are looked for. */
  checks_changes: z.boolean().default(false),
  /** Jira: type of issues that are changes, and their statuses that mean approved. */
  change_type: name.optional(),
  approved_statuses: z.array(name).max(approvedStatuses).default([]),
  /** Jira: fields with the start, the end, and the names of the machines. */
  start_field: field.optional(),
  end_field: field.optional(),
  machine_field: field.optional(),
});
export type TicketSettings = z.output<typeof ticketSettings>;

interface TicketInput {
  readonly credential: string | undefined;
  readonly reading_credential: string | undefined;
  readonly settings: TicketSettings | undefined;
}

type Fault = readonly [path: readonly string[], message: string];

const ASCII = /^[\x21-\x7e]+$/;

/** What is missing or too much for a kind of channel. */
export function ticketFaults(
  kind: ChannelKind,
  { credential, reading_credential, settings }: TicketInput,
): Fault[] {
  const isTicket = ['pagerduty', 'opsgenie', 'jira', 'servicenow'].includes(kind);
  if (!isTicket)
    return credential === undefined && reading_credential === undefined && settings === undefined
      ? []
      : [[['credential'], 'Only ticket systems have a credential and settings.']];
  const faults: Fault[] = [];
  const inHeader = kind === 'servicenow' ? /./ : ASCII;
  if (credential === undefined) faults.push([['credential'], 'Enter the key, token or password.']);
  else if (!inHeader.test(credential)) faults.push([['credential'], 'A key has no spaces and no accents.']);
  if (reading_credential !== undefined && (kind !== 'pagerduty' || !ASCII.test(reading_credential)))
    faults.push([['reading_credential'], 'Only PagerDuty has an API key for reading, without spaces.']);
  const need = (names: readonly (keyof TicketSettings)[]) => {
    for (const each of names)
      if (settings?.[each] === undefined) faults.push([['settings', each], 'This is needed.']);
  };
  if (kind === 'servicenow') need(['user']);
  if (kind === 'jira') need(['user', 'project', 'issue_type']);
  if (settings?.checks_changes) {
    if (kind !== 'jira' && kind !== 'servicenow')
      faults.push([['settings', 'checks_changes'], 'Only Jira and ServiceNow have changes.']);
    if (kind === 'jira') {
      need(['change_type', 'start_field', 'end_field', 'machine_field']);
      if (settings.approved_statuses.length === 0)
        faults.push([['settings', 'approved_statuses'], 'Name the statuses that mean approved.']);
    }
  }
  return faults;
}

/** State of a ticket in its own system. */
export const ticketStates = ['open', 'acknowledged', 'resolved'] as const;
export type TicketState = (typeof ticketStates)[number];

/** The ticket of a case in one system. */
export const caseTicket = z.object({
  /** Name and kind of the channel. */
  channel: z.string(),
  kind: z.enum(['pagerduty', 'opsgenie', 'jira', 'servicenow']),
  /** Number or key there; null until it is known. */
  reference: z.string().nullable(),
  /** Always https; null without one. */
  url: z.string().nullable(),
  state: z.enum(ticketStates),
  /** Person who brought it into this state, as its system names them. */
  state_by: z.string().nullable(),
  /** Time at which the state was first seen. */
  state_at: isoTime,
});
export type CaseTicket = z.output<typeof caseTicket>;

/** Number of a change, as in Jira or ServiceNow. */
export const changeNumber = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{1,59}$/, 'A change number such as CHG0030001 or CHG-12.');
