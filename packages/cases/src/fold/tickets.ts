import type { NormalisedRow } from '@scout/detection';
import { EVENTS } from '@scout/detection/catalogue/events';
import {
  allowsAes,
  isAes,
  isRc4,
  readTicketDetails,
  type TicketDetails,
  type TicketKeys,
} from '@scout/detection/ticketDetails';
import { accountKey } from '../names.ts';
import type { Mark } from './bucket.ts';

/**
 * Why a ticket was made with RC4: the account has no AES key, its attribute does not allow AES, the client offers none, the controller
 * allows none, or the event does not tell.
 */
export const WEAKNESSES = ['no-key', 'not-allowed', 'client', 'controller', 'unknown'] as const;
export type Weakness = (typeof WEAKNESSES)[number];

/** A request to a domain controller: for a ticket to a service that runs as an account, or for the first ticket of an account. */
export type TicketWay = {
  requester: string;
  /** Account whose key encrypts the ticket for the service; null for the first ticket of the requester. */
  service: string | null;
  source: string | null;
  address: string | null;
  /** True of a first ticket that needed no proof of the password. */
  isOpen: boolean;
  /** Null: without RC4. */
  weakness: Weakness | null;
};

/** All such requests of one hour. */
export type Ticket = TicketWay & { count: number; first: number; last: number; marks: Mark[] };

/** A service of domain controllers themselves, by its account or its principal name. */
const OF_CONTROLLERS = /^(?:krbtgt|kadmin)(?:$|[/@])/i;
const SUCCESS = /^0x0*$/;
/** RC4 in a key, or no pre-authentication, in the text of `writeTicketDetails`. */
const TELLING = /key: 0x0*1[78](?:;|$)|^pre-authentication: 0(?:;|$)/i;

/**
 * The request of a granted ticket, if something follows from it: a service's account may be roasted, nothing proved the password, or RC4
 * was used. Tickets for machines with AES are the mass of a controller's events, and tell nothing.
 */
export function ticketOf(
  row: NormalisedRow,
  requester: string,
  [source, address]: readonly [string | null, string | null],
): TicketWay | null {
  if (row.status !== null && !SUCCESS.test(row.status)) return null;
  const isFirst = row.event_id === EVENTS.ticketOfAccount.id;
  const name = accountKey(row.service_name);
  const service = name === null || OF_CONTROLLERS.test(name) ? null : name;
  if (service === null && !isFirst) return null;
  const isRoastable = service !== null && !service.endsWith('$');
  // Before the text is read, because nearly all of a controller's events end here.
  if (!isRoastable && !isRc4(row.ticket_encryption) && !TELLING.test(row.ticket_details ?? '')) return null;
  const details = readTicketDetails(row.ticket_details);
  const isOpen = isFirst && details.preAuth === '0';
  const weakness = isFirst ? weaknessOfFirst(row, details) : weaknessOfService(row, details);
  if (!isRoastable && !isOpen && weakness === null) return null;
  return { requester, service, source, address, isOpen, weakness };
}

function weaknessOfService(row: NormalisedRow, details: TicketDetails): Weakness | null {
  if (isRc4(row.ticket_encryption)) return causeOf(details.service, details);
  return isRc4(details.sessionKey) ? ofClient(details) : null;
}

/** The proof of the password shows the account's key; the ticket itself has the controllers' own. */
function weaknessOfFirst(row: NormalisedRow, details: TicketDetails): Weakness | null {
  if (isRc4(details.preAuthKey)) return causeOf(details.account, details);
  if (!isRc4(row.ticket_encryption)) return isRc4(details.sessionKey) ? ofClient(details) : null;
  const isProved = details.preAuthKey !== null && !SUCCESS.test(details.preAuthKey);
  return isProved ? (offersNoAes(details) ? 'client' : 'controller') : causeOf(details.account, details);
}

function causeOf({ keys, allowed }: TicketKeys, details: TicketDetails): Weakness {
  if (keys.length > 0 && !keys.some(isAes)) return 'no-key';
  if (offersNoAes(details)) return 'client';
  if (allowed !== null && !allowsAes(allowed)) return 'not-allowed';
  const { controller } = details;
  return controller.allowed !== null && !allowsAes(controller.allowed) ? 'controller' : 'unknown';
}

const ofClient = (details: TicketDetails): Weakness => (offersNoAes(details) ? 'client' : 'unknown');

const offersNoAes = ({ offered }: TicketDetails): boolean => offered.length > 0 && !offered.some(isAes);

export const ticketKey = ({ requester, service, source, address, isOpen, weakness }: TicketWay): string =>
  `${requester}\u0001${service ?? ''}\u0001${source ?? ''}\u0001${address ?? ''}\u0001${isOpen ? 1 : 0}\u0001${weakness ?? ''}`;
