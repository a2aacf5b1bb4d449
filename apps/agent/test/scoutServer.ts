import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { challengeText } from '@scout/contract/serverIdentity';

/** A fault shown by the server for the next requests. */
export type Mishap =
  | { readonly status: number; readonly code?: string; readonly headers?: Record<string, string> }
  /** Stores the batch and closes the connection before responding. */
  | 'store and hang up'
  /** Responds 200 with a page. */
  | 'answer as a portal'
  /** Does not respond. */
  | 'be silent';

type Answer = { status: number; body: unknown; headers?: Record<string, string> } | 'hang up' | 'silence';

interface LedgerEntry {
  readonly hash: string;
  readonly accepted: number;
  readonly rejected: { line: number; code: string; message: string }[];
}

/** One agent as known to the server. */
interface KnownAgent {
  readonly id: string;
  credential: string;
  revoked: boolean;
  /** Lets the machine enroll again with its last credential. */
  released: boolean;
  readonly ledger: Map<number, LedgerEntry>;
}

const TOKEN = 'scout_enrol_test';

/**
 * Scout's agent and ingest calls in memory, with the real protocol: the ledger decides what is stored, and a line is stored
 * exactly when its batch is. A line is rejected if it is not a JSON object.
 */
export class ScoutServer {
  readonly token = TOKEN;
  /** Every line stored, in order. */
  readonly stored: string[] = [];
  readonly heartbeats: Record<string, unknown>[] = [];
  /** `scout-batch` of every ingest request, in order of arrival. */
  readonly numbers: number[] = [];
  enrolments = 0;
  /** Applied to ingest requests in order of arrival. */
  readonly mishaps: Mishap[] = [];
  /** A body with more lines gets 413. */
  maxLines = Number.POSITIVE_INFINITY;
  #port = 0;
  readonly #agents = new Map<string, KnownAgent>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: Error) => response.destroy(error));
  });

  /** Listens on a free port, or again on its previous one. */
  async start(): Promise<this> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Revokes the credentials of all agents. */
  revokeAll(): void {
    for (const agent of this.#agents.values()) Object.assign(agent, { revoked: true, released: false });
  }

  /** Lets all agents enroll again. */
  releaseAll(): void {
    for (const agent of this.#agents.values()) agent.released = true;
  }

  /** True while the machines wait for approval: batches are refused. */
  awaitsApproval = false;

  /** False while the organization has no subscription: batches are refused. */
  isSubscribed = true;

  /** Marks a batch number of every agent as used for a different body. */
  occupy(number: number): void {
    for (const agent of this.#agents.values()) {
      agent.ledger.set(number, { hash: 'other', accepted: 0, rejected: [] });
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = this.#answerTo(request, Buffer.concat(chunks));
    if (answer === 'silence') return;
    if (answer === 'hang up') {
      response.destroy();
      return;
    }
    const { status, body, headers = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  #answerTo(request: IncomingMessage, body: Buffer): Answer {
    if (request.url === '/api/agents/v1/enrol') return this.#enrol(JSON.parse(body.toString()));
    if (request.url === '/api/agents/v1/identify') return this.#identify(JSON.parse(body.toString()));
    const agent = [...this.#agents.values()].find(
      ({ credential }) => request.headers.authorization === `Bearer ${credential}`,
    );
    if (agent === undefined) return error(401, 'invalid_credential');
    if (agent.revoked) return error(401, 'credential_revoked');
    if (request.url === '/api/agents/v1/heartbeat') {
      this.heartbeats.push(JSON.parse(body.toString()));
      return {
        status: 200,
        body: {
          server_time: new Date().toISOString(),
          next_batch: nextBatch(agent),
          awaiting_approval: this.awaitsApproval,
          subscribed: this.isSubscribed,
        },
      };
    }
    if (request.url === '/api/ingest/v1/events') return this.#ingest(agent, request, body);
    return error(404, 'not_found');
  }

  #enrol(input: Record<string, string>): Answer {
    this.enrolments += 1;
    const machine = String(input.machine_id);
    const known = this.#agents.get(machine);
    const proven = known !== undefined && input.proof === known.credential;
    if (input.token !== TOKEN && !(proven && known.released)) return error(401, 'invalid_enrolment_token');
    if (known?.revoked && !known.released) return error(409, 'machine_revoked');
    if (known && !proven && !known.released) return error(409, 'machine_known');
    const agent = known ?? {
      ...{ id: randomUUID(), credential: '', revoked: false, released: false },
      ledger: new Map(),
    };
    Object.assign(agent, {
      credential: `scout_agent_${randomUUID()}`,
      revoked: false,
      released: false,
    });
    this.#agents.set(machine, agent);
    const { id, credential } = agent;
    return { status: 200, body: { agent_id: id, credential, next_batch: nextBatch(agent) } };
  }

  #identify({ agent_id = '', address = '', nonce = '' }: Record<string, string>): Answer {
    const agent = [...this.#agents.values()].find(({ id }) => id === agent_id);
    if (agent === undefined || address !== this.url) return error(404, 'not_found');
    const sha256 = (...parts: (string | Buffer)[]) =>
      createHash('sha256')
        .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
        .digest();
    const proof = sha256(sha256(agent.credential), sha256(challengeText(address, agent_id, nonce)));
    return { status: 200, body: { proofs: [proof.toString('hex')] } };
  }

  #ingest(agent: KnownAgent, request: IncomingMessage, body: Buffer): Answer {
    const number = Number(request.headers['scout-batch']);
    this.numbers.push(number);
    if (this.awaitsApproval) return error(403, 'awaiting_approval');
    if (!this.isSubscribed) return { ...error(403, 'subscription_ended'), headers: { 'retry-after': '900' } };
    const mishap = this.mishaps.shift();
    if (mishap === 'be silent') return 'silence';
    if (mishap === 'answer as a portal') return { status: 200, body: '<html>Please accept the terms</html>' };
    if (typeof mishap === 'object')
      return { ...error(mishap.status, mishap.code), headers: mishap.headers ?? {} };
    const lines = gunzipSync(body).toString('utf8').split('\n').slice(0, -1);
    if (lines.length > this.maxLines) return error(413, 'body_too_large');
    const hash = createHash('sha256').update(body).digest('hex');
    const known = agent.ledger.get(number);
    if (known !== undefined && known.hash !== hash) return error(409, 'batch_conflict');
    const { accepted, rejected } = known ?? this.#store(agent, number, hash, lines);
    if (mishap === 'store and hang up') return 'hang up';
    const counts = known === undefined ? { accepted, duplicates: 0 } : { accepted: 0, duplicates: accepted };
    return { status: 200, body: { ...counts, rejected } };
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

const error = (status: number, code = 'unavailable') => ({
  status,
  body: { code, message: 'As the test asks.' },
});
