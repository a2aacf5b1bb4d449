import { EVENTS } from '../catalogue/events.ts';
import {
  type Actor,
  at,
  type Client,
  DOMAIN_SID,
  type LoggedEvent,
  NO_GUID,
  object,
  type Principal,
  subject,
} from './fields.ts';

/** 4768: an account gets its first ticket. */
export const ticketOfAccount = ({
  account,
  client,
  status = '0x0',
}: {
  account: Principal;
  client: Client;
  status?: string;
}): LoggedEvent => ({
  eventId: EVENTS.ticketOfAccount.id,
  data: {
    ...object(account),
    ServiceName: 'krbtgt',
    ServiceSid: `${DOMAIN_SID}-502`,
    TicketOptions: '0x40810010',
    Status: status,
    TicketEncryptionType: '0x12',
    PreAuthType: '2',
    ...at(client),
  },
});

/** 4769: an account gets a ticket for a server. Its name comes with the realm. */
export const ticketOfService = ({
  account,
  client,
  server,
}: {
  /** Its domain is the realm. */
  account: Principal;
  client: Client;
  server: string;
}): LoggedEvent => ({
  eventId: EVENTS.ticketOfService.id,
  data: {
    TargetUserName: `${account.name}@${account.domain}`,
    TargetDomainName: account.domain,
    ServiceName: `${server}$`,
    ServiceSid: `${DOMAIN_SID}-1188`,
    TicketOptions: '0x40810000',
    TicketEncryptionType: '0x12',
    ...at(client),
    Status: '0x0',
    LogonGuid: NO_GUID,
    TransmittedServices: '-',
  },
});

/** 4771. Status: 0x18 wrong password, 0x25 clocks that differ, 0x12 a locked or disabled account. */
export const ticketRefused = ({
  account,
  client,
  status,
}: {
  account: Principal;
  client: Client;
  status: string;
}): LoggedEvent => ({
  eventId: EVENTS.ticketRefused.id,
  data: {
    TargetUserName: account.name,
    TargetSid: `${DOMAIN_SID}-1188`,
    ServiceName: `krbtgt/${account.domain}`,
    TicketOptions: '0x40810010',
    Status: status,
    PreAuthType: '2',
    ...at(client),
  },
});

/** 4776, which has checked an NTLM password. */
export const ntlmCheck = ({
  account,
  client,
  status = '0x0',
}: {
  account: Principal;
  client: Client;
  status?: string;
}): LoggedEvent => ({
  eventId: EVENTS.ntlmCheck.id,
  data: {
    PackageName: 'MICROSOFT_AUTHENTICATION_PACKAGE_V1_0',
    TargetUserName: account.name,
    Workstation: client.machine,
    Status: status,
  },
});

/** An account is created, changed, enabled or disabled, or its password is reset: the event's id. */
export const accountChange = (
  eventId: number,
  { by, account }: { by: Actor; account: Principal },
): LoggedEvent => ({ eventId, data: { ...object(account), ...subject(by), PrivilegeList: '-' } });

/** 4740. Windows stores the caller's machine in the field that holds the domain in other events. */
export const accountLockedOut = ({
  account,
  caller,
  controller,
}: {
  account: Principal;
  caller: string;
  controller: Principal;
}): LoggedEvent => ({
  eventId: EVENTS.accountLockedOut.id,
  data: { ...object({ ...account, domain: caller }), ...subject(controller) },
});
