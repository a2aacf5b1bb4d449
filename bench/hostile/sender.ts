import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentPaths } from '@scout/contract/agentPaths';

/** An agent's credential and an admin's session, with the number of their responses by status; 0 is a broken connection. */
export interface Sender {
  readonly url: string;
  readonly credential: string;
  readonly session: string;
  readonly connections: Agent;
  readonly answers: Map<number, number>;
  nextBatch(): number;
}

export function createSender(url: string, credential: string, session: string): Sender {
  let batch = 100;
  return {
    url,
    credential,
    session,
    connections: new Agent({ keepAlive: true }),
    answers: new Map(),
    nextBatch: () => {
      batch += 1;
      return batch;
    },
  };
}

/** Sends a gzip body; the sender continues immediately after any response and ignores Retry-After. */
export async function sendWhole(sender: Sender, body: Buffer, batch: number): Promise<void> {
  const { outgoing, ended } = openBatch(sender, batch, {
    'content-encoding': 'gzip',
    'content-length': body.length,
  });
  outgoing.end(body);
  await ended;
}

/** Sends a body in chunks; `send` writes, and `ended` resolves with the server's response. */
export async function openBody(
  sender: Sender,
  length: number,
  send: (write: (piece: Buffer) => Promise<void>, ended: Promise<void>) => Promise<void>,
): Promise<void> {
  const { outgoing, ended } = openBatch(sender, sender.nextBatch(), { 'content-length': length });
  const write = (piece: Buffer): Promise<void> =>
    Promise.race([new Promise<void>((resolve) => outgoing.write(piece, () => resolve())), ended]);
  await send(write, ended);
  outgoing.destroy();
}

/** Sends a heartbeat. */
export async function sendHeartbeat(sender: Sender, body: string): Promise<void> {
  const { outgoing, ended } = open(sender, agentPaths.heartbeat, { 'content-type': 'application/json' });
  outgoing.end(body);
  await ended;
}

/** Makes a call with a body as the organization's admin. */
export async function callAsAdmin(sender: Sender, path: string, body: string): Promise<void> {
  const { outgoing, ended } = open(
    sender,
    path,
    { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    sender.session,
  );
  outgoing.end(body);
  await ended;
}

type Headers = Record<string, string | number>;

interface Opened {
  readonly outgoing: ClientRequest;
  readonly ended: Promise<void>;
}

const openBatch = (sender: Sender, batch: number, headers: Headers): Opened =>
  open(sender, '/api/ingest/v1/events', {
    'content-type': 'application/x-ndjson',
    'scout-batch': String(batch),
    ...headers,
  });

function open(sender: Sender, path: string, headers: Headers, bearer = sender.credential): Opened {
  const { promise, resolve } = Promise.withResolvers<void>();
  const outgoing = request(`${sender.url}${path}`, {
    method: 'POST',
    agent: sender.connections,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...headers,
    },
  });
  const settle = (status: number): void => {
    sender.answers.set(status, (sender.answers.get(status) ?? 0) + 1);
    resolve();
  };
  outgoing.on('response', (response) => {
    response.resume().once('close', () => settle(response.statusCode ?? 0));
  });
  // A broken connection is retried with a delay: connecting in a tight loop would measure this process.
  outgoing.on('error', () => void sleep(10).then(() => settle(0)));
  return { outgoing, ended: promise };
}
