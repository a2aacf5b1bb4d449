import type { TicketKind, TicketSettings, TicketState } from '@scout/contract';
import type { Fetcher } from '../../../platform/outgoing/fetch.ts';
import type { Change } from './changes.ts';
import { jira } from './jira.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerDuty } from './pagerDuty.ts';
import { serviceNow } from './serviceNow.ts';
import type { TicketText } from './ticketText.ts';

/** A ticket in its own system. */
export interface Ticket {
  readonly remoteId: string;
  /** Number or key that people know; null until it is known. */
  readonly reference: string | null;
  /** Always https; null without one. */
  readonly url: string | null;
}

/** The state of a ticket, and what else became known of it. */
export interface TicketReport {
  readonly state: TicketState;
  /** Person who brought it into this state. */
  readonly by: string | null;
  readonly reference?: string | null;
  readonly url?: string | null;
}

/** Dates and machines of a case, by which planned changes are looked for. */
export interface ChangeWindow {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Tickets in one system. Every method may throw a TicketSystemError or a transport error. */
export interface TicketSystem {
  /** False if nothing can be read: the state does not come back. */
  readonly canRead: boolean;
  /** The ticket of a key; undefined if there is none, or if opening it twice makes one. */
  find(key: string): Promise<Ticket | undefined>;
  open(text: TicketText): Promise<Ticket>;
  /** Adds a step of the case to its ticket. */
  update(ticket: Ticket, text: TicketText): Promise<void>;
  /** Resolves the ticket, if it is not resolved yet. */
  end(ticket: Ticket, text: TicketText): Promise<void>;
  /** Undefined when the ticket is gone. */
  report(ticket: Ticket, key: string): Promise<TicketReport | undefined>;
  /** Checks the address, the credential and the settings; opens nothing and changes nothing. */
  test(): Promise<void>;
  /** The change of a number; undefined if there is none. Null: this system has no changes. */
  readonly change: ((number: string) => Promise<Change | undefined>) | null;
  /** Approved changes whose time contains a period. */
  readonly changes: ((window: ChangeWindow) => Promise<Change[]>) | null;
}

/** What proves who asks; sealed in the database. */
export interface Credentials {
  readonly credential: string;
  readonly reading?: string;
}

/** Address, settings and credentials of a ticket system. */
export interface Connection {
  readonly kind: TicketKind;
  /** Origin of the system. */
  readonly url: string;
  readonly settings: TicketSettings;
  readonly credentials: Credentials;
}

/** How requests reach a system, and until when. */
export interface Reach {
  readonly fetcher: Fetcher;
  readonly signal: AbortSignal;
}

const systems = { pagerduty: pagerDuty, opsgenie, jira, servicenow: serviceNow } as const;

/** The system behind a channel. */
export const ticketSystem = (connection: Connection, reach: Reach): TicketSystem =>
  systems[connection.kind](connection, reach);
