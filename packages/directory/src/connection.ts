import { connect as connectSocket, isIP, type LookupFunction, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { Client, type Control } from 'ldapts';
import { type DirectoryEntry, entryOf } from './entry.ts';
import { bindByTicket } from './kerberos/bind.ts';
import { KDC_PORT, kdcAddress } from './kerberos/kdc.ts';
import type { Credential } from './kerberos/keytab.ts';
import { DirectoryProblem, problemOf } from './problems.ts';

/** Milliseconds to connect, to sign in, and for the response to one request. */
const CONNECT_MS = 10_000;
const SIGN_IN_MS = 20_000;
const RESPONSE_MS = 60_000;
/** Below the maximum of Active Directory, 1,000. */
const PAGE = 500;
/** Binary attributes; their bytes may look like text. */
const BINARY = [
  'objectGUID',
  'objectSid',
  'invocationId',
  'msDS-GroupMSAMembership',
  'msDS-AllowedToActOnBehalfOfOtherIdentity',
];

/** How the account signs in: with its name and password, or by Kerberos with the keys of a keytab. */
export type SignIn =
  | { readonly bindName: string; readonly password: string }
  | {
      readonly credential: Credential;
      /** Address of the Kerberos service; null: the controller. */
      readonly kdc: string | null;
    };

/** A directory to read, and the account that signs in. */
export type Target = SignIn & {
  /** `ldaps://…`, or `ldap://…` for StartTLS. */
  readonly url: string;
  /** CA certificates as PEM, instead of Node's. */
  readonly ca: string | null;
};

export interface Search {
  readonly filter: string;
  readonly attributes: readonly string[];
  readonly scope?: 'base' | 'sub';
  readonly controls?: readonly Control[];
}

/** A signed-in connection. Every method throws a DirectoryProblem. */
export interface Connection extends AsyncDisposable {
  /** All entries of a search, page by page. */
  search(base: string, search: Search): AsyncGenerator<DirectoryEntry>;
  /** The entry with this name. */
  read(name: string, attributes: readonly string[]): Promise<DirectoryEntry | undefined>;
}

/** Addresses that may be connected to; without one, all of them. */
export interface Reach {
  /** @throws DirectoryProblem when the host is an address that is not permitted, or not without encryption */
  check(host: string, isEncrypted: boolean): void;
  /** A lookup that returns permitted addresses, and a DirectoryProblem without any. */
  lookUp(isEncrypted: boolean): LookupFunction;
}

export interface ConnectionBounds {
  /** Bytes that the controller may send. */
  readonly bytes: number;
  readonly reach?: Reach | undefined;
  readonly signInMs?: number;
  /** The time that Kerberos compares with the controller's. */
  readonly now?: () => number;
}

/**
 * Connects over TLS, checks the controller's certificate and signs in: nothing but the request for StartTLS is sent unencrypted.
 * @throws DirectoryProblem
 */
export async function connectDirectory(
  target: Target,
  { bytes, reach, signInMs = SIGN_IN_MS, now = Date.now }: ConnectionBounds,
): Promise<Connection> {
  const url = new URL(target.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(target.ca !== null && { ca: target.ca }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  };
  const isStartTls = url.protocol === 'ldap:';
  let left = bytes;
  let failure: DirectoryProblem | undefined;
  let opened = 0;
  const unencrypted: Buffer[] = [];

  const limited = <S extends Socket>(socket: S): S =>
    socket.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left >= 0) return;
      failure ??= new DirectoryProblem('The controller sent more than Scout reads in one sync.');
      socket.destroy();
    });
  /** The library would connect again after an interruption: without TLS, and without signing in. */
  const once = <S>(open: () => S): S => {
    opened += 1;
    if (opened > 1) throw failure ?? new DirectoryProblem('The controller closed the connection.');
    return open();
  };
  const lookup = reach && { lookup: reach.lookUp(true) };
  let secured: TLSSocket | undefined;
  const secure = (options: ConnectionOptions): TLSSocket => {
    secured = limited(connectTls(options));
    return secured;
  };
  const client = new Client({
    url: `${url.protocol}//${url.host}`,
    timeout: RESPONSE_MS,
    connectTimeout: CONNECT_MS,
    createConnection: ((port: number) =>
      once(() =>
        connectSocket({ host, port, ...lookup }).on('data', (chunk: Buffer) => {
          if (unencrypted.length < 2) unencrypted.push(chunk);
        }),
      )) as unknown as typeof connectSocket,
    createSecureConnection: ((portOrOptions: number | ConnectionOptions): TLSSocket => {
      if (typeof portOrOptions === 'number')
        return once(() => secure({ ...tls, port: portOrOptions, ...lookup }));
      requireOneMessage(unencrypted);
      return secure(portOrOptions);
    }) as typeof connectTls,
  });
  const telling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failure ?? problemOf(error);
    }
  };

  const ended = new AbortController();
  async function signIn(): Promise<void> {
    reach?.check(host, true);
    if (isStartTls) await client.startTLS(tls);
    if ('password' in target) return client.bind(target.bindName, target.password);
    const address = target.kdc === null ? { host, port: KDC_PORT } : kdcAddress(target.kdc);
    reach?.check(address.host, false);
    const kdc = { ...address, now, lookup: reach?.lookUp(false), signal: ended.signal };
    await bindByTicket({ client, host, credential: target.credential, kdc, socketOf: () => secured });
  }
  const { promise: late, reject: giveUp } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => giveUp(new DirectoryProblem('The controller did not respond in time.')),
    signInMs,
  );
  try {
    await telling(() => Promise.race([signIn(), late]));
  } catch (error) {
    await client.unbind().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }

  async function* search(
    base: string,
    { filter, attributes, scope = 'sub', controls = [] }: Search,
  ): AsyncGenerator<DirectoryEntry> {
    const pages = client.searchPaginated(
      base,
      {
        scope,
        filter,
        attributes: [...attributes],
        explicitBufferAttributes: BINARY,
        paged: { pageSize: PAGE },
      },
      [...controls],
    );
    for (;;) {
      const { value, done } = await telling(() => pages.next());
      if (done) return;
      for (const entry of value.searchEntries) yield entryOf(entry);
    }
  }

  return {
    search,
    async read(name, attributes) {
      for await (const entry of search(name, { filter: '(objectClass=*)', attributes, scope: 'base' }))
        return entry;
      return undefined;
    },
    [Symbol.asyncDispose]: () => client.unbind().catch(() => {}),
  };
}

/**
 * Before TLS the controller sends one message, the response to StartTLS. Anything behind it would be read as if it had come over TLS.
 * @throws DirectoryProblem
 */
function requireOneMessage(chunks: readonly Buffer[]): void {
  const bytes = Buffer.concat(chunks);
  const first = bytes[1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthBytes === 0 ? first : lengthBytes <= 4 ? bytes.readUIntBE(2, lengthBytes) : Number.NaN;
  if (2 + lengthBytes + length !== bytes.length)
    throw new DirectoryProblem('The controller sent unencrypted data after StartTLS.');
}
