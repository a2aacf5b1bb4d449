import { createHash, randomBytes } from 'node:crypto';
import type { AgentMachine, HeartbeatRequest as WireHeartbeat } from '@scout/contract';
import { agentPaths } from '@scout/contract/agentPaths';
import { challengeText } from '@scout/contract/serverIdentity';
import { type Coding, pack, unpack } from '../runtime/coding.ts';
import { acceptedAddresses } from './following.ts';
import { Network } from './network.ts';
import { errorOf, fieldsOf, PAGE, post, type Reply } from './request.ts';

/** A temporarily failed request. */
export interface Trouble {
  readonly kind: 'trouble';
  readonly reason: string;
  readonly retryAfterMs: number | null;
  /** True when the server refused the request: an unchanged retry will not help. */
  readonly refused: boolean;
}

/** The server does not accept the credential or the token, or does not let the machine enroll. */
export interface Unauthorised {
  readonly kind: 'unauthorised';
  readonly reason: string;
}

export type ShipOutcome =
  | { readonly kind: 'stored'; readonly outcome: Acknowledgement }
  /** The number was used for a different body. */
  | { readonly kind: 'conflict' }
  /** The number is outside the server's limits. */
  | { readonly kind: 'misnumbered' }
  | { readonly kind: 'too_large' }
  | Unauthorised
  | Trouble;

export interface Enrolled {
  readonly kind: 'enrolled';
  readonly agentId: string;
  readonly credential: string;
  readonly nextBatch: number;
}

export interface HeartbeatResponse {
  readonly kind: 'answered';
  /** The responding address. */
  readonly from: string;
  /** Addresses announced by the server, limited to those that the agent may follow. */
  readonly addresses: readonly string[];
  readonly nextBatch: number;
  /** Ids of gaps stored by the server. */
  readonly gapsReceived: readonly string[];
  /** The server requests {@link Server.rotate}. */
  readonly rotateCredential: boolean;
  /** Batches are refused until an admin approves the machine. */
  readonly awaitsApproval: boolean;
  /** Batches are refused until the organization has a subscription. */
  readonly lacksSubscription: boolean;
  /** The version to upgrade to; null: none. */
  readonly upgrade: string | null;
  /** The organization's signed names, unchecked; undefined: as before, or a server of an earlier version. */
  readonly names?: unknown;
  /** The signed configuration of the machine's group, unchecked; undefined: as before, or a server of an earlier version. */
  readonly configuration?: unknown;
  /** The organization's key, unchecked, for an agent without one. */
  readonly configurationKey?: unknown;
  /** Directories that the agent is to read now, unchecked. */
  readonly directoriesDue?: unknown;
}

/** The snapshot of a directory that the server waits for. */
export interface BegunSnapshot {
  readonly kind: 'begun';
  readonly snapshotId: string;
  /** Changes to read from; null: every entry. */
  readonly position: { readonly invocation_id: string; readonly usn: string } | null;
}

type Own = Omit<WireHeartbeat, keyof AgentMachine | 'lag_seconds' | 'names_etag'>;
type Optional = 'audit' | 'upgrade' | 'configuration' | 'directories';

/** A heartbeat without the machine, which {@link Server} adds. This agent always sends all fields except the optional ones. */
export type HeartbeatRequest = {
  readonly [Field in Exclude<keyof Own, Optional>]-?: Exclude<Own[Field], undefined>;
} & Pick<Own, Optional>;

/** The outcome of each line of a batch. */
export interface Acknowledgement {
  readonly accepted: number;
  readonly duplicates: number;
  /** `line` counts from 1. Codes unknown to this version are stored unchanged. */
  readonly rejected: readonly { line: number; code: string; message: string }[];
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';

function troubleOf(reply: Reply): Trouble | Unauthorised {
  if (reply.kind === 'silence') {
    return { kind: 'trouble', reason: reply.reason, retryAfterMs: null, refused: false };
  }
  const { words } = errorOf(reply);
  if (reply.status === 401) return { kind: 'unauthorised', reason: words };
  const passing = reply.status === 408 || reply.status === 429 || reply.status >= 500;
  return { kind: 'trouble', reason: words, retryAfterMs: reply.retryAfterMs, refused: !passing };
}

const misunderstood = ({ status, isPage }: Extract<Reply, { kind: 'answer' }>): Trouble => ({
  kind: 'trouble',
  reason: isPage
    ? `server: HTTP ${status}: ${PAGE}`
    : `HTTP ${status} with a response that is not from Scout`,
  retryAfterMs: null,
  refused: true,
});

/** An ingest response that accounts for every line sent; null for any other, which must not count as stored. */
function acknowledgementOf(body: unknown, lines: number): Acknowledgement | null {
  const { accepted, duplicates, rejected } = fieldsOf(body);
  if (!isCount(accepted) || !isCount(duplicates) || !Array.isArray(rejected)) return null;
  if (accepted + duplicates + rejected.length !== lines) return null;
  const read = rejected.map(fieldsOf).map(({ line, code, message }) => ({ line, code, message }));
  const isRejection = (entry: (typeof read)[number]): entry is Acknowledgement['rejected'][number] =>
    isCount(entry.line) && isText(entry.code) && isText(entry.message);
  return read.every(isRejection) ? { accepted, duplicates, rejected: read } : null;
}

/** The agent's id and credential at its server. */
export interface Identity {
  readonly agentId: string;
  readonly credential: string;
}

/** A batch to send; without `coding` its body is gzip. */
export interface PackedBatch {
  readonly number: number;
  readonly lines: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly coding?: 'zstd' | undefined;
}

/** Unsupported Media Type, also for an unknown content coding. */
const UNSUPPORTED = 415;

/** The calls of an agent. */
export class Server {
  /** Original address of the server. */
  readonly given: string;
  #url: string;
  readonly #machine: AgentMachine;
  readonly #network: Network;
  readonly #timeoutMs: number;
  /** Null before the first answer to a batch. */
  #takesZstd: boolean | null = null;

  /** `url` without a trailing slash; `timeoutMs` is for one request. */
  constructor(url: string, machine: AgentMachine, timeoutMs: number, network = new Network()) {
    this.#network = network;
    this.given = url;
    this.#url = url;
    this.#machine = machine;
    this.#timeoutMs = timeoutMs;
  }

  /** The current address, without a trailing slash. */
  get url(): string {
    return this.#url;
  }

  /** Coding of new batches: zstd once the server has named it. */
  get coding(): Coding {
    return this.#takesZstd ? 'zstd' : 'gzip';
  }

  /** Switches to another address of the same server; see {@link identify}. */
  moveTo(url: string): void {
    this.#url = url;
  }

  /**
   * True when the server at an address proves to be the issuer of the credential, which is not sent to it. Null without a usable
   * response.
   */
  async identify(
    address: string,
    { agentId, credential }: Identity,
    signal: AbortSignal,
  ): Promise<boolean | null> {
    const nonce = randomBytes(32).toString('base64url');
    const body = JSON.stringify({ agent_id: agentId, address, nonce });
    const reply = await this.#call(agentPaths.identify, {}, body, signal, address);
    if (reply.kind !== 'answer' || reply.status === 429 || reply.status >= 500) return null;
    const { proofs } = fieldsOf(reply.body);
    if (reply.status !== 200 || !Array.isArray(proofs)) return false;
    const challenge = sha256(challengeText(address, agentId, nonce));
    const expected = sha256(Buffer.concat([sha256(credential), challenge])).toString('hex');
    return proofs.slice(0, 2).includes(expected);
  }

  /** Exchanges an enrollment token, or proof of being a machine released by an admin, for a credential. */
  async enrol(
    {
      token,
      machineId,
      proof,
      group,
    }: { token: string | null; machineId: string; proof: string; group?: string | undefined },
    signal: AbortSignal,
  ): Promise<Enrolled | Unauthorised | Trouble> {
    const body = {
      ...(token !== null && { token }),
      ...(group !== undefined && { group }),
      machine_id: machineId,
      proof,
      ...this.#machine,
    };
    const reply = await this.#call(agentPaths.enrol, {}, jsonOf(body), signal);
    // 409: the machine is known, or was revoked.
    if (reply.kind === 'answer' && reply.status === 409)
      return { kind: 'unauthorised', reason: errorOf(reply).words };
    if (reply.kind !== 'answer' || reply.status !== 200) return troubleOf(reply);
    const { agent_id, credential, next_batch } = fieldsOf(reply.body);
    if (!isText(agent_id) || !isText(credential) || !isCount(next_batch)) return misunderstood(reply);
    return { kind: 'enrolled', agentId: agent_id, credential, nextBatch: next_batch };
  }

  /** Sends a heartbeat; the response has the batch number that the server expects next. */
  async heartbeat(
    credential: string,
    request: HeartbeatRequest,
    signal: AbortSignal,
  ): Promise<HeartbeatResponse | Unauthorised | Trouble> {
    const from = this.#url;
    const body = jsonOf({ ...this.#machine, ...request });
    const reply = await this.#call(agentPaths.heartbeat, bearer(credential), body, signal);
    if (reply.kind !== 'answer' || reply.status !== 200) return troubleOf(reply);
    const fields = fieldsOf(reply.body);
    const { next_batch, gaps_received, rotate_credential, awaiting_approval, subscribed, upgrade, latest } =
      fields;
    const { version } = fieldsOf(latest);
    if (!isCount(next_batch)) return misunderstood(reply);
    return {
      kind: 'answered',
      from,
      addresses: acceptedAddresses(fields.addresses, from),
      nextBatch: next_batch,
      gapsReceived: Array.isArray(gaps_received) ? gaps_received.filter(isText) : [],
      rotateCredential: rotate_credential === true,
      awaitsApproval: awaiting_approval === true,
      // Absent in servers before 0.3.
      lacksSubscription: subscribed === false,
      upgrade: upgrade === true && isText(version) ? version : null,
      names: fields.signed_names,
      configuration: fields.configuration,
      configurationKey: fields.configuration_key,
      directoriesDue: fields.directories_due,
    };
  }

  /** Requests the next credential. The current one works until the first use of the next. */
  async rotate(credential: string, signal: AbortSignal): Promise<string | Unauthorised | Trouble> {
    const reply = await this.#call(agentPaths.rotate, bearer(credential), '{}', signal);
    if (reply.kind !== 'answer' || reply.status !== 200) return troubleOf(reply);
    const next = fieldsOf(reply.body).credential;
    return isText(next) && next !== '' ? next : misunderstood(reply);
  }

  /** Begins the snapshot of a directory. */
  async beginSnapshot(
    credential: string,
    request: { readonly directory_id: string; readonly key: string },
    signal: AbortSignal,
  ): Promise<BegunSnapshot | Unauthorised | Trouble> {
    const reply = await this.#call(agentPaths.snapshots, bearer(credential), jsonOf(request), signal);
    if (reply.kind !== 'answer' || reply.status !== 200) return troubleOf(reply);
    const { snapshot_id, position } = fieldsOf(reply.body);
    const { invocation_id, usn } = fieldsOf(position);
    const isRead = isText(invocation_id) && isText(usn);
    if (!isText(snapshot_id) || !/^[0-9a-f-]{36}$/i.test(snapshot_id) || !(position === null || isRead))
      return misunderstood(reply);
    return { kind: 'begun', snapshotId: snapshot_id, position: isRead ? { invocation_id, usn } : null };
  }

  /** Sends one piece of a snapshot, base64. */
  sendPiece(
    credential: string,
    snapshotId: string,
    piece: { readonly number: number; readonly body: string },
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'received' } | Unauthorised | Trouble> {
    return this.#tell(`${agentPaths.snapshots}/${snapshotId}/pieces`, credential, piece, signal);
  }

  /** Sends the signed end of a snapshot. */
  finishSnapshot(
    credential: string,
    snapshotId: string,
    signed: { readonly document: string; readonly signature: string },
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'received' } | Unauthorised | Trouble> {
    return this.#tell(`${agentPaths.snapshots}/${snapshotId}/finish`, credential, signed, signal);
  }

  async #tell(
    path: string,
    credential: string,
    body: object,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'received' } | Unauthorised | Trouble> {
    const reply = await this.#call(path, bearer(credential), jsonOf(body), signal);
    return reply.kind === 'answer' && reply.status === 200 ? { kind: 'received' } : troubleOf(reply);
  }

  /** Sends a compressed body of `lines` NDJSON lines with a batch number. */
  async ship(credential: string, batch: PackedBatch, signal: AbortSignal): Promise<ShipOutcome> {
    const reply = await this.#send(credential, batch, signal);
    if (reply.kind !== 'answer') return troubleOf(reply);
    if (reply.status === 200) {
      const outcome = acknowledgementOf(reply.body, batch.lines);
      return outcome === null ? misunderstood(reply) : { kind: 'stored', outcome };
    }
    if (reply.status === 409 && errorOf(reply).code === 'batch_conflict') return { kind: 'conflict' };
    if (reply.status === 400 && errorOf(reply).code === 'invalid_batch_number')
      return { kind: 'misnumbered' };
    if (reply.status === 413) return { kind: 'too_large' };
    // A connection too slow for this batch may be fast enough for half of it.
    if (errorOf(reply).code === 'body_too_slow' && batch.lines > 1) return { kind: 'too_large' };
    return troubleOf(reply);
  }

  /** A server that does not take zstd, such as one of an earlier version beside a newer one, gets the same lines as gzip. */
  async #send(credential: string, batch: PackedBatch, signal: AbortSignal): Promise<Reply> {
    const isRepacked = batch.coding === 'zstd' && this.#takesZstd === false;
    const coding = isRepacked ? 'gzip' : (batch.coding ?? 'gzip');
    const headers = {
      ...bearer(credential),
      'content-type': 'application/x-ndjson',
      'content-encoding': coding,
      'scout-batch': String(batch.number),
    };
    const body = isRepacked ? await pack(await unpack(batch.body, 'zstd'), 'gzip') : batch.body;
    const reply = await this.#call(agentPaths.ingest, headers, body, signal);
    if (reply.kind !== 'answer') return reply;
    if (reply.takesZstd) this.#takesZstd = true;
    else if (reply.status === 200 || reply.status === UNSUPPORTED) this.#takesZstd = false;
    return reply.status === UNSUPPORTED && coding === 'zstd' && !this.#takesZstd
      ? this.#send(credential, batch, signal)
      : reply;
  }

  #call(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
    address = this.#url,
  ): Promise<Reply> {
    const common = { 'content-type': 'application/json', accept: 'application/json' };
    return post({
      network: this.#network,
      url: `${address}${path}`,
      headers: { ...common, ...headers, 'user-agent': `scout-agent/${this.#machine.version}` },
      body,
      timeoutMs: this.#timeoutMs,
      signal,
    });
  }
}

const bearer = (credential: string): Record<string, string> => ({ authorization: `Bearer ${credential}` });
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Texts are cut to the server's limits, which may split a surrogate pair, and the server refuses a lone surrogate. */
const jsonOf = (body: object): string =>
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
