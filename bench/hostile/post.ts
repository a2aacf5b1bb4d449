import { type Agent, request } from 'node:http';

/** Sends one gzip batch; resolves with the status, 0 for a broken connection. */
export function post(
  url: string,
  credential: string,
  connections: Agent,
  batch: number,
  body: Buffer,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const outgoing = request(`${url}/api/ingest/v1/events`, {
    method: 'POST',
    agent: connections,
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'content-length': body.length,
      'scout-batch': String(batch),
    },
  });
  outgoing.on('response', (response) => {
    response.resume().once('end', () => resolve(response.statusCode ?? 0));
  });
  outgoing.on('error', () => resolve(0));
  outgoing.end(body);
  return promise;
}
