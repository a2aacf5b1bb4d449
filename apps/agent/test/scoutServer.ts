import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** What the server does with the next requests instead of what it should. */
export type Mishap =
  | { readonly status: number; readonly code?: string; readonly headers?: Record<string, string> }
  /** Stores the batch and breaks the connection before it answers. */
  | 'store and hang up'
  /** Answers 200 with a page. */
  | 'answer as a portal'
  /** Says nothing. */
  | 'be silent';

interface LedgerEntry {
  readonly hash: string;
  readonly accepted: number;
  readonly rejected: { line: number; code: string; message: string }[];
}

/** One agent as the server knows it. */
interface KnownAgent {
  readonly id: string;
  credential: string;
  readonly ledger: Map<number, LedgerEntry>;
}

const TOKEN = 'scout_enrol_test';

/**
 * Scout's agent and ingest calls in memory, true to the protocol: the ledger decides what is stored, and a line is
 * stored exactly when its batch is. A line is rejected when it is not a JSON object.
 */
export class ScoutServer {
  readonly token = TOKEN;
  /** Every line stored, in order. */
  readonly stored: string[] = [];
  readonly heartbeats: Record<string, unknown>[] = [];
  /** `scout-batch` of every ingest request, in order of arrival. */
  readonly numbers: number[] = [];
  /** Times of arrival of ingest requests, milliseconds. */
  enrolments = 0;
  /** Applied to ingest requests, first come first served. */
  readonly mishaps: Mishap[] = [];
  /** A body with more lines gets 413. */
  maxLines = Number.POSITIVE_INFINITY;
  readonly #agents = new Map<string, KnownAgent>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: Error) => response.destroy(error));
  });

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Makes an enrolled agent's credential worthless. */
  revokeAll(): void {
    for (const agent of this.#agents.values()) agent.credential = randomUUID();
  }

  /** Marks a batch number of every agent as used for something else. */
  occupy(number: number): void {
    for (const agent of this.#agents.values()) {
      agent.ledger.set(number, { hash: 'other', accepted: 0, rejected: [] });
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (request.url === '/api/agents/v1/enrol') return this.#enrol(JSON.parse(body.toString()), response);
    const agent = [...this.#agents.values()].find(
      ({ credential }) => request.headers.authorization === `Bearer ${credential}`,
    );
    if (agent === undefined) return send(response, 401, { code: 'invalid_credential', message: 'Unknown.' });
    if (request.url === '/api/agents/v1/heartbeat') {
      this.heartbeats.push(JSON.parse(body.toString()));
      return send(response, 200, { server_time: new Date().toISOString(), next_batch: nextBatch(agent) });
    }
    if (request.url !== '/api/ingest/v1/events') return send(response, 404, { code: 'not_found', message: 'No.' });
    this.#ingest(agent, request, body, response);
  }

  #enrol(input: Record<string, string>, response: ServerResponse): void {
    this.enrolments += 1;
    if (input['token'] !== TOKEN) {
      return send(response, 401, { code: 'invalid_enrolment_token', message: 'Not a token.' });
    }
    const machine = String(input['machine_id']);
    const agent = this.#agents.get(machine) ?? { id: randomUUID(), credential: '', ledger: new Map() };
    agent.credential = `scout_agent_${randomUUID()}`;
    this.#agents.set(machine, agent);
    const { id, credential } = agent;
    send(response, 200, { agent_id: id, credential, next_batch: nextBatch(agent) });
  }

  #ingest(agent: KnownAgent, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const number = Number(request.headers['scout-batch']);
    this.numbers.push(number);
    const mishap = this.mishaps.shift();
    if (mishap === 'be silent') return;
    if (mishap === 'answer as a portal') return void response.end('<html>Please accept the terms</html>');
    if (typeof mishap === 'object') {
      const { status, code = 'unavailable', headers = {} } = mishap;
      return send(response, status, { code, message: 'As the test asks.' }, headers);
    }
    const lines = gunzipSync(body).toString('utf8').split('\n').slice(0, -1);
    if (lines.length > this.maxLines) return send(response, 413, { code: 'body_too_large', message: 'Too large.' });
    const hash = createHash('sha256').update(body).digest('hex');
    const known = agent.ledger.get(number);
    if (known !== undefined && known.hash !== hash) {
      return send(response, 409, { code: 'batch_conflict', message: 'Used.' });
    }
    const entry = known ?? this.#store(agent, number, hash, lines);
    if (mishap === 'store and hang up') return void response.destroy();
    const { accepted, rejected } = entry;
    send(response, 200, known ? { accepted: 0, duplicates: accepted, rejected } : { accepted, duplicates: 0, rejected });
  }

  #store(agent: KnownAgent, number: number, hash: string, lines: string[]): LedgerEntry {
    const rejected: LedgerEntry['rejected'] = [];
    lines.forEach((line, index) => {
      if (isObject(line)) this.stored.push(line);
      else rejected.push({ line: index + 1, code: 'not_json', message: 'The line is not JSON.' });
    });
    const entry = { hash, accepted: lines.length - rejected.length, rejected };
    agent.ledger.set(number, entry);
    return entry;
  }
}

const nextBatch = (agent: KnownAgent): number => 1 + Math.max(0, ...agent.ledger.keys());

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
