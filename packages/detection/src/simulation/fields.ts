// Accounts and clients of simulated events, and the fields that several kinds of events share.

/** Content of an event as Windows writes it, without machine and time. */
export interface LoggedEvent {
  readonly eventId: number;
  /** In Windows' order. */
  readonly data: Readonly<Record<string, string>>;
  /** The account that an installed service or a task runs as, which `data` holds within another text. */
  readonly runsAs?: Principal;
}

/** An account: a service's, a person's, or a machine's (its name ends with `$`). */
export interface Principal {
  readonly name: string;
  readonly domain: string;
}

/** An account in one of its sessions. */
export interface Actor extends Principal {
  /** Logon id. A machine acts in the system's own session. */
  readonly session?: string;
}

/** The machine that a logon or a request comes from; `-` where an event does not tell. */
export interface Client {
  readonly machine: string;
  readonly address: string;
  readonly port?: string;
}

const SYSTEM_SESSION = '0x3e7';
/** Identifiers of accounts that Windows has everywhere. */
export const SID = { system: 'S-1-5-18', nobody: 'S-1-0-0' };
/** The domain of the simulated accounts. */
export const DOMAIN_SID = 'S-1-5-21-1004336348-1177238915-682003330';

export const NO_GUID = '{00000000-0000-0000-0000-000000000000}';
const isMachine = (name: string) => name.endsWith('$');

/** Fields of the account that acts. */
export const subject = ({ name, domain, session }: Actor) => ({
  SubjectUserSid: isMachine(name) ? SID.system : `${DOMAIN_SID}-1107`,
  SubjectUserName: name,
  SubjectDomainName: domain,
  SubjectLogonId: session ?? (isMachine(name) ? SYSTEM_SESSION : '0x3e7a1'),
});

/** Fields of the account that signs in. */
export const target = ({ name, domain }: Principal) => ({
  TargetUserSid: `${DOMAIN_SID}-1188`,
  TargetUserName: name,
  TargetDomainName: domain,
});

/** An account that is changed, locked or asked for: its SID stands behind its name. */
export const object = ({ name, domain }: Principal) => ({
  TargetUserName: name,
  TargetDomainName: domain,
  TargetSid: `${DOMAIN_SID}-1188`,
});

/** Fields of the place that a client comes from. */
export const at = ({ address, port = '0' }: Client) => ({ IpAddress: address, IpPort: port });
