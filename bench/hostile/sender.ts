import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One agent's credential, with the number of its responses by status; 0 is a broken connection. */
export interface Sender {
  readonly url: string;
  readonly credential: string;
  readonly connections: Agent;
  readonly answers: Map<number, number>;
  nextBatch(): number;
}

export function createSender(url: string, credential: string): Sender {
  let batch = 100;
  return {
    url,
    credential,
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
  const { outgoing, ended } = open(sender, batch, {
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
  const { outgoing, ended } = open(sender, sender.nextBatch(), { 'content-length': length });
  const write = (piece: Buffer): Promise<void> =>
    Promise.race([new Promise<void>((resolve) => outgoing.write(piece, () => resolve())), ended]);
  await send(write, ended);
  outgoing.destroy();
}

function open(
  sender: Sender,
  batch: number,
  headers: Record<string, string | number>,
): { outgoing: ClientRequest; ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const outgoing = request(`${sender.url}/api/ingest/v1/events`, {
    method: 'POST',
    agent: sender.connections,
    headers: {
      authorization: `Bearer ${sender.credential}`,
      'content-type': 'application/x-ndjson',
      'scout-batch': String(batch),
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
