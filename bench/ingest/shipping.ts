import { Agent, request } from 'node:http';
import { ingestAnswer } from '@scout/contract';

/** Batches that one agent sends over one connection, sequentially. */
export interface Shipment {
  readonly credential: string;
  readonly bodies: readonly Buffer[];
  /** By default gzip. */
  readonly encoding?: 'gzip' | 'zstd';
}

/**
 * Seconds from the first byte to the last response, with one connection per shipment.
 * @throws Error unless every response accepts all `linesPerBody`
 */
export async function timeShipping(
  url: string,
  shipments: readonly Shipment[],
  firstBatch: number,
  linesPerBody: number,
): Promise<number> {
  const start = performance.now();
  await Promise.all(
    shipments.map(async ({ credential, bodies, encoding }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (const [index, body] of bodies.entries()) {
        const { accepted } = await ship(
          `${url}/api/ingest/v1/events`,
          agent,
          credential,
          firstBatch + index,
          body,
          encoding,
        );
        if (accepted !== linesPerBody) throw new Error(`${accepted} of ${linesPerBody} lines were accepted`);
      }
      agent.destroy();
    }),
  );
  return (performance.now() - start) / 1000;
}

function ship(
  url: string,
  agent: Agent,
  credential: string,
  batchNo: number,
  body: Buffer,
  encoding: Shipment['encoding'] = 'gzip',
) {
  const { promise, resolve, reject } = Promise.withResolvers<{ accepted: number }>();
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/x-ndjson',
    'content-encoding': encoding,
    'content-length': body.length,
    'scout-batch': String(batchNo),
  };
  const outgoing = request(url, { method: 'POST', agent, headers }, async (response) => {
    try {
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}: ${text}`);
      resolve(ingestAnswer.parse(JSON.parse(text)));
    } catch (error) {
      reject(error);
    }
  });
  outgoing.on('error', reject).end(body);
  return promise;
}
