import type { TLSSocket } from 'node:tls';
import {
  AuthMethodNotSupportedError,
  Ber,
  type BerWriter,
  BindRequest,
  type Client,
  InvalidCredentialsError,
  ProtocolOperation,
  SaslBindInProgressError,
  StrongAuthRequiredError,
} from 'ldapts';
import { DirectoryProblem } from '../problems.ts';
import type { Kdc } from './kdc.ts';
import type { Credential } from './keytab.ts';
import { negotiationToken, ticketFor } from './signIn.ts';

/** A sign-in with bytes; the library's own sends text. */
class TokenBind extends BindRequest {
  readonly token: Buffer;

  constructor(messageId: number, token: Buffer) {
    super({ messageId });
    this.token = token;
  }

  override writeMessage(writer: BerWriter): void {
    writer.writeInt(this.version);
    writer.writeString('');
    writer.startSequence(ProtocolOperation.LDAP_REQ_BIND_SASL);
    writer.writeString('GSS-SPNEGO');
    writer.writeBuffer(this.token, Ber.OctetString);
    writer.endSequence();
  }
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/**
 * Signs in on a connection with TLS by a ticket that the Kerberos service gives for the account's keys.
 * @throws DirectoryProblem, or an error of the library or of reading
 */
export async function bindByTicket({
  client,
  host,
  credential,
  kdc,
  socketOf,
}: {
  readonly client: Client;
  readonly host: string;
  readonly credential: Credential;
  readonly kdc: Kdc;
  /** The connection with TLS, which exists from the first request on. */
  readonly socketOf: () => TLSSocket | undefined;
}): Promise<void> {
  // The address may be an alias or a number; tickets are for the controller's own name.
  const { searchEntries } = await client.search('', {
    scope: 'base',
    filter: '(objectClass=*)',
    attributes: ['dnsHostName'],
  });
  const own = searchEntries[0]?.dnsHostName;
  const name = typeof own === 'string' && HOST.test(own) ? own : host;
  const ticket = await ticketFor(credential, ['ldap', name], kdc);
  const certificate = socketOf()?.getPeerX509Certificate();
  if (certificate === undefined) throw new DirectoryProblem('The controller closed the connection.');
  const token = negotiationToken(ticket, certificate, kdc.now());
  try {
    // biome-ignore lint/complexity/useLiteralKeys: the library has no public way to send a request of its caller
    await client['_sendBind'](new TokenBind(client['_nextMessageId'](), token));
  } catch (error) {
    if (error instanceof InvalidCredentialsError)
      throw new DirectoryProblem(
        error.message.includes(BAD_BINDINGS)
          ? 'The controller refused the ticket, because something between it and Scout ends TLS.'
          : 'The controller refused the ticket of the account that signs in.',
        { isSignIn: true, cause: error },
      );
    if (REJECTED.some((kind) => error instanceof kind))
      throw new DirectoryProblem('The controller does not accept a sign-in by Kerberos over TLS.', {
        cause: error,
      });
    throw error;
  }
}

/** Windows' error for a ticket that is bound to another connection. */
const BAD_BINDINGS = '80090346';
const REJECTED = [AuthMethodNotSupportedError, StrongAuthRequiredError, SaslBindInProgressError];
