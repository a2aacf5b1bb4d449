import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { AgentNames } from '@scout/detection/agentNames';

/** Destination of a forwarder's events; `lines` counts them. */
export interface Sink {
  readonly port: number;
  readonly lines: () => number;
  close(): void;
}

const AGENT = '00000000-0000-4000-8000-000000000001';

/** A server with Scout's agent calls that accepts every line, and gives the agent its organization's names. */
export async function scoutSink(names: AgentNames): Promise<Sink> {
  let lines = 0;
  const signed = signedNames(names);
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/api/ingest/v1/events') {
        const accepted = countLines(gunzipSync(Buffer.concat(chunks)));
        lines += accepted;
        response.end(JSON.stringify({ accepted, duplicates: 0, rejected: [] }));
      } else if (request.url === '/api/agents/v1/enrol') {
        response.end(
          JSON.stringify({
            agent_id: AGENT,
            credential: 'bench',
            next_batch: 1,
          }),
        );
      } else {
        response.end(
          JSON.stringify({
            server_time: new Date().toISOString(),
            next_batch: 1,
            gaps_received: [],
            latest: null,
            upgrade: false,
            rotate_credential: false,
            ...signed,
          }),
        );
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lines: () => lines,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function signedNames(names: AgentNames) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const content = {
    agent_id: AGENT,
    issued_at: new Date().toISOString(),
    names: { etag: 'bench', version: 1, ...names },
  };
  const document = JSON.stringify(content);
  return {
    configuration_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    signed_names: { document, signature: sign(null, Buffer.from(document), privateKey).toString('base64') },
  };
}

/** A plain TCP listener for lines. */
export async function tcpSink(): Promise<Sink> {
  let lines = 0;
  const server = createServer((socket) => {
    socket.on('data', (chunk: Buffer) => {
      lines += countLines(chunk);
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, lines: () => lines, close: () => server.close() };
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
