import { setTimeout as pause } from 'node:timers/promises';
import { contract, type IngestAnswer, limits } from '@scout/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { uuidAt } from '../../platform/crypto/uuid.ts';
import { createLanes } from '../../platform/database/lanes.ts';
import { Gone, goneSignal } from '../../platform/http/gone.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AgentIdentity } from '../auth/index.ts';
import { dayOf } from './day.ts';
import { createGate, GATE_LIMITS, type Gate, type Place } from './gate.ts';
import { type Coming, createGroups, GROUP_LIMITS, type Groups } from './groups.ts';
import { createNamings, type Namings, StaleNaming, type VersionedNaming } from './naming.ts';
import type { BatchIdentity, ParsedBatch } from './parseBatch.ts';
import { workOf } from './quota/quota.ts';
import type { Quotas, Work } from './quota/quotas.ts';
import { type Pace, readBody, releaseMemory } from './readBody.ts';
import type { Reader } from './reading/localReader.ts';
import { type BatchReading, createReader, type ReaderOptions, readingThreads } from './reading/reader.ts';
import { createPartitions, type Partitions } from './sql/partitions.ts';
import { MayBeSentBefore, readSentBefore } from './sql/sentBefore.ts';
import type { Storage } from './storage.ts';
import { type BatchToStore, sizeOf, storeGroup } from './storeGroup.ts';
import type { BodyEncoding } from './unpack.ts';
import type { WriteHealth } from './writeHealth.ts';

/** Services of the server used by ingest. */
export interface IngestContext {
  readonly clock: Clock;
  readonly pool: pg.Pool;
  /** @throws Refusal invalid_credential or credential_revoked */
  authenticateAgent(authorization: string | undefined): Promise<AgentIdentity>;
  readonly quotas: Quotas;
  readonly storage: Storage;
  readonly writeHealth: WriteHealth;
  /** Called for events after storing. */
  readonly updates: { eventsStored(tenantId: string): void };
}

export interface IngestOptions {
  readonly gate?: Gate;
  /** Maximum milliseconds from the first to the last byte of a body. */
  readonly readMs?: number;
  readonly pace?: Pace;
  /** Threads for reading; by default as many as the machine has cores for. */
  readonly reading?: ReaderOptions;
}

/** Connections that groups of batches are written over: fewer than groups that may be written, so that transactions follow each other. */
const LANES = 4;

/** 64 kbit/s: a slower sender is broken or malicious. */
const PACE: Pace = { everyMs: 10_000, bytesPerSecond: 8 * 1024 };

/** Time in which a refused request may go on sending before its connection is closed, so that its sender can read the answer. */
const LINGER_MS = 30_000;
/** The same where nothing more of the body is read, or hardly anything arrives: waiting longer would only hold memory. */
const LINGER_UNREAD_MS = 2_000;

/** Registers the ingest call: a separate route, because its body is a stream and not JSON. */
export function registerIngest(
  app: FastifyInstance,
  context: IngestContext,
  options: IngestOptions = {},
): void {
  const lanes = createLanes(context.pool, LANES);
  const reader = createReader(options.reading ?? { threads: readingThreads() });
  app.addHook('onClose', () => reader[Symbol.asyncDispose]());
  const ingest: Ingest = {
    ...context,
    readMs: options.readMs ?? 60_000,
    pace: options.pace ?? PACE,
    gate: options.gate ?? createGate(GATE_LIMITS),
    reader,
    partitions: createPartitions(context.pool, context.clock),
    namings: createNamings(context.pool),
    groups: createGroups(
      GROUP_LIMITS,
      context.writeHealth.watched((tenantId: string, batches: readonly BatchToStore[]) =>
        storeGroup({ ...context, lanes }, tenantId, batches),
      ),
    ),
  };
  const { path } = contract.ingestEvents['~orpc'].route;
  if (path === undefined) throw new TypeError('The ingest call declares no path');

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the stream itself; the parser must not touch it.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // Content codings for later batches (RFC 9110, 12.5.3); agents send gzip until a server names another.
    scope.addHook('onRequest', async (_request, reply) => void reply.header('accept-encoding', 'zstd, gzip'));
    scope.addHook('onError', async (request, reply, error) => linger(request, reply, error));
    // The body is stored as received and unpacked here, within limits; no other layer may unpack it.
    scope.post(path, { decompress: false, compress: false }, (request, reply) =>
      takeBatch(ingest, request, goneSignal(reply.raw)),
    );
  });
}

type Ingest = IngestContext & {
  readonly readMs: number;
  readonly pace: Pace;
  readonly gate: Gate;
  readonly reader: Reader<BatchReading>;
  readonly partitions: Partitions;
  readonly namings: Namings;
  readonly groups: Groups<BatchToStore, IngestAnswer>;
};

async function takeBatch(ingest: Ingest, request: FastifyRequest, gone: AbortSignal): Promise<IngestAnswer> {
  const agent = await ingest.authenticateAgent(request.headers.authorization);
  request.proven = { access: 'agent', agent };
  if (agent.awaitsApproval) throw new Refusal('awaiting_approval');
  if (!agent.isSubscribed) {
    throw new Refusal('subscription_ended', { retryAfter: limits.subscription.agentRetrySeconds });
  }
  const encoding = encodingOf(request);
  const batchNo = batchNumberOf(request);
  await ingest.storage.admit();
  const place = await admitted(ingest, request, agent);
  const used: Used = { work: workOf(0, 0), events: 0, bytes: 0, processorMs: 0 };
  try {
    return await readAndStore(ingest, request, place, { ...agent, encoding, batchNo, used, gone });
  } catch (error) {
    // The sender will send it again: only the time that was used counts.
    if (error instanceof Gone) used.work = workOf(0, 0);
    throw error;
  } finally {
    place.leave();
    ingest.quotas.charge(agent, used);
  }
}

/** Delay of a temporary refusal, so that immediate retries cost others little. */
const REFUSED_AFTER_MS = 500;

/** A place for the batch. @throws Refusal quota_exceeded, rate_limited or unavailable, before the body is read */
async function admitted(ingest: Ingest, { headers }: FastifyRequest, agent: AgentIdentity): Promise<Place> {
  try {
    await ingest.quotas.admit(agent);
    const place = ingest.gate.enter(agent);
    try {
      const length = Number(headers['content-length'] ?? 0);
      // A longer one is refused permanently as soon as it is read.
      if (length <= limits.ingest.decompressedBytes) place.reserve(length);
      return place;
    } catch (refusal) {
      place.leave();
      throw refusal;
    }
  } catch (refusal) {
    await pause(REFUSED_AFTER_MS);
    throw refusal;
  }
}

/** A batch as its request tells. */
interface Sent {
  readonly encoding: BodyEncoding;
  readonly batchNo: number;
  /** Aborted when its sender has gone: then the batch is not worked on any further, until it is about to be written. */
  readonly gone: AbortSignal;
}

/** Cost of a batch so far. */
type Used = { -readonly [K in keyof Work]: Work[K] };

async function readAndStore(
  ingest: Ingest,
  request: FastifyRequest,
  place: Place,
  { used, ...batch }: AgentIdentity & Sent & { used: Used },
): Promise<IngestAnswer> {
  const { compressedBytes, decompressedBytes } = limits.ingest;
  const declared = request.headers['content-length'];
  const body = await readBody(request.raw, {
    limit: batch.encoding === 'identity' ? decompressedBytes : compressedBytes,
    declared: declared === undefined ? undefined : Number(declared),
    timeoutMs: ingest.readMs,
    pace: ingest.pace,
    hold: (bytes) => place.hold(bytes),
  });
  const identity = { ...batch, batchId: uuidAt(ingest.clock.now()) };
  used.work = limits.quota.unreadableBatchEvents;
  const coming = ingest.groups.expect(batch.tenantId);
  const { parsed, answer, bytes } = await judgeAndStore(
    ingest,
    request,
    { place, coming },
    identity,
    body,
    used,
  ).finally(() => coming.ended());
  if (answer.accepted > 0 || answer.duplicates === 0) {
    used.events = answer.accepted;
    used.bytes = bytes;
    if (answer.accepted > 0) ingest.updates.eventsStored(batch.tenantId);
  }
  // Committed, so all of it was sent; after an error the socket might still hold it.
  for (const rows of [parsed.events, parsed.incidents, parsed.rollups]) if (rows) releaseMemory(rows);
  return answer;
}

/** Places of a batch on its way into the database. */
interface Way {
  readonly place: Place;
  readonly coming: Coming;
}

/** Maximum judgments of a batch before its sender must retry: settings may change meanwhile. */
const JUDGED_AT_MOST = 4;

/**
 * Judges a batch by the organization's settings and stores it; again if they have changed, or without already stored events when
 * its agent lost its state.
 */
async function judgeAndStore(
  ingest: Ingest,
  request: FastifyRequest,
  way: Way,
  batch: BatchIdentity & Sent,
  body: Buffer,
  used: Used,
): Promise<{ parsed: ParsedBatch; answer: IngestAnswer; bytes: number }> {
  let isCompared = false;
  for (let judged = 1; judged <= JUDGED_AT_MOST; judged += 1) {
    await way.place.turn();
    batch.gone.throwIfAborted();
    const named = await ingest.namings.of(batch.tenantId);
    try {
      return await store(ingest, request, way, { ...batch, isCompared }, body, named, used);
    } catch (error) {
      if (error instanceof MayBeSentBefore) isCompared = true;
      else if (error instanceof StaleNaming) ingest.namings.forget(batch.tenantId);
      else throw error;
    }
  }
  throw new Refusal('unavailable');
}

async function store(
  ingest: Ingest,
  request: FastifyRequest,
  way: Way,
  { gone, isCompared, ...batch }: BatchIdentity & Sent & { isCompared: boolean },
  body: Buffer,
  named: VersionedNaming,
  used: Used,
): Promise<{ parsed: ParsedBatch; answer: IngestAnswer; bytes: number }> {
  const { unpackedBytes, ...read } = await ingest.reader.read(
    { identity: batch, encoding: batch.encoding, body, now: ingest.clock.now() },
    {
      named,
      gone,
      sentBefore: isCompared ? (times) => readSentBefore(ingest.pool, batch, times) : undefined,
      onFault: (error, line) => request.log.error({ err: error, line }, 'a line could not be read'),
      onUsed: (processorMs) => {
        used.processorMs += processorMs;
      },
    },
  );
  const { parsed } = read;
  used.work = workOf(parsed.accepted + parsed.rejected.length, unpackedBytes);
  gone.throwIfAborted();
  await ingest.partitions.ensure([dayOf(ingest.clock.now()), ...parsed.days]);
  const toStore = { ...batch, ...read, isCompared, settingsVersion: named.version };
  const size = sizeOf(toStore);
  const answer = await ingest.groups.store({ tenantId: batch.tenantId, batch: toStore, ...size, ...way });
  // Rollups and the index of their names take twice as much as their array.
  return { parsed, answer, bytes: size.rows + size.rollups };
}

function encodingOf(request: FastifyRequest): BodyEncoding {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-ndjson') {
    throw new Refusal('unsupported_media_type', {
      message: 'Events are sent as content-type application/x-ndjson.',
    });
  }
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'gzip' && encoding !== 'zstd' && encoding !== 'identity') {
    throw new Refusal('unsupported_media_type', {
      message: 'Accepted content encodings are zstd and gzip.',
    });
  }
  return encoding;
}

function batchNumberOf(request: FastifyRequest): number {
  const header = request.headers['scout-batch'];
  const text = typeof header === 'string' ? header.trim() : '';
  const number = Number(text);
  if (!/^[1-9][0-9]{0,15}$/.test(text) || number > limits.ingest.batchNumberMax) {
    throw new Refusal('invalid_batch_number');
  }
  return number;
}

/** Length in bytes up to which the rest of a refused body is read and discarded, for senders that read the answer only afterwards. */
const DISCARDED_BYTES = 1024 * 1024;

/**
 * Keeps the connection of a refused body open for a while, so that its sender can read the answer. The rest of a long body stays
 * unread: discarding 32 MiB costs as much as accepting it.
 */
function linger(request: FastifyRequest, reply: FastifyReply, error: Error): void {
  const { raw } = request;
  if (raw.complete) return;
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const isLong = length > DISCARDED_BYTES;
  if (isLong) {
    // Node discards the whole body of a request that nothing has begun to read, and reading begins only once its buffer is empty.
    while (raw.read() !== null);
    raw.pause();
    // The next request of this sender must not wait behind a body that is never read. Without `destroySoon` Node half-closes the
    // connection after the answer instead of closing it, which could drop the answer of a sender that is still sending.
    reply.header('connection', 'close');
    Object.assign(raw.socket, { destroySoon: undefined });
  }
  const isSlow = error instanceof Refusal && error.code === 'body_too_slow';
  const milliseconds = isLong || isSlow ? LINGER_UNREAD_MS : LINGER_MS;
  const timer = setTimeout(() => raw.socket.destroy(), milliseconds).unref();
  raw.once('close', () => clearTimeout(timer));
}
