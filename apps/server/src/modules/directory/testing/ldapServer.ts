import { createServer, type TLSSocket } from 'node:tls';
import {
  bytesIn,
  type Der,
  der,
  integer,
  octets,
  partsOf,
  readDer,
  SEQUENCE,
  sequence,
} from '@scout/directory/kerberos/der';

/** Values of an entry's attributes. */
export type Values = Readonly<Record<string, readonly (string | Buffer)[]>>;

export interface FloodOptions {
  readonly key: string;
  readonly certificate: string;
  /** Users that a search finds. */
  readonly entries: number;
  /** Name and attributes of a user. */
  readonly user: (n: number) => { readonly dn: string; readonly values: Values };
}

const BIND = 0x60;
const UNBIND = 0x42;
const SEARCH = 0x63;
const SID = Buffer.from('010400000000000515000000010000000200000003000000', 'hex');
const PAGED = '1.2.840.113556.1.4.319';
const DOMAIN = 'DC=flood,DC=test';

const enumerated = (value: number): Buffer => der(0x0a, Buffer.from([value]));
const message = (id: number, operation: Buffer, ...controls: Buffer[]): Buffer =>
  sequence(integer(id), operation, ...(controls.length === 0 ? [] : [der(0xa0, ...controls)]));
const done = (tag: number): Buffer =>
  der(tag, enumerated(0), octets(Buffer.alloc(0)), octets(Buffer.alloc(0)));
const found = (dn: string, values: Values): Buffer =>
  der(
    0x64,
    octets(Buffer.from(dn)),
    sequence(
      ...Object.entries(values).map(([name, list]) =>
        sequence(octets(Buffer.from(name)), der(0x31, ...list.map((value) => octets(Buffer.from(value))))),
      ),
    ),
  );

/**
 * A server of LDAPS that finds as many users as a test wants, of any form: more than a real controller of a test could hold.
 * @returns its port
 */
export async function floodServer(
  options: FloodOptions,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ key: options.key, cert: options.certificate }, (socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let size = sizeOf(waiting); size <= waiting.length; size = sizeOf(waiting)) {
        answer(socket, readDer(waiting.subarray(0, size)), options);
        waiting = waiting.subarray(size);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Bytes of the first message; Infinity while too few of it are there. */
function sizeOf(bytes: Buffer): number {
  const first = bytes[1];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  if (first < 0x80) return 2 + first;
  const more = first & 0x7f;
  return bytes.length < 2 + more ? Number.POSITIVE_INFINITY : 2 + more + bytes.readUIntBE(2, more);
}

function answer(socket: TLSSocket, request: Der, options: FloodOptions): void {
  const [number, operation, controls] = partsOf(request);
  const id = number!.content.readUIntBE(0, number!.content.length);
  if (operation!.tag === UNBIND) socket.end();
  if (operation!.tag === BIND) socket.write(message(id, done(0x61)));
  if (operation!.tag === SEARCH) search(socket, id, operation!, controls, options);
}

function search(
  socket: TLSSocket,
  id: number,
  operation: Der,
  controls: Der | undefined,
  { entries, user }: FloodOptions,
): void {
  const [base, scope, , , , , filter] = partsOf(operation);
  const end = (cookie = '') =>
    message(
      id,
      done(0x65),
      sequence(octets(Buffer.from(PAGED)), octets(sequence(integer(0), octets(Buffer.from(cookie))))),
    );
  if (scope!.content[0] === 0) {
    const isRoot = bytesIn(base!).length === 0;
    const values: Values = isRoot ? { defaultNamingContext: [DOMAIN] } : { objectSid: [SID] };
    socket.write(Buffer.concat([message(id, found(isRoot ? '' : DOMAIN, values)), end()]));
    return;
  }
  // Users alone; groups and containers are not asked for as users.
  if (!filter!.whole.includes('objectClass') || !filter!.whole.includes('user')) {
    socket.write(end());
    return;
  }
  const from = Number(cookieOf(controls) || 0);
  const to = Math.min(entries, from + 500);
  const page = Array.from({ length: to - from }, (_, n) => {
    const { dn, values } = user(from + n);
    return message(id, found(dn, values));
  });
  socket.write(Buffer.concat([...page, end(to < entries ? String(to) : '')]));
}

/** The place in the list that a request for the next page names. */
function cookieOf(controls: Der | undefined): string {
  for (const control of controls === undefined ? [] : partsOf(controls)) {
    const parts = partsOf(control);
    if (bytesIn(parts[0]!).toString() !== PAGED) continue;
    const value = readDer(bytesIn(parts.at(-1)!));
    if (value.tag === SEQUENCE) return bytesIn(partsOf(value)[1]!).toString();
  }
  return '';
}
