import { randomUUIDv7, subtle } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { contract, type IngestAnswer, limits } from '@scout/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AgentIdentity } from '../auth/agentCredential.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { BatchIdentity } from './batchIdentity.ts';
import { dayOf } from './day.ts';
import { createEventCopy } from './events.ts';
import { createGate, GATE_LIMITS, type Gate, type Place } from './gate.ts';
import { createIncidentCopy } from './incidents.ts';
import { type ParsedBatch, parseBatch } from './parseBatch.ts';
import { createPartitions, type Partitions } from './partitions.ts';
import { workOf } from './quota/quota.ts';
import type { Work } from './quota/quotas.ts';
import { type Pace, readBody } from './readBody.ts';
import { redactBody } from './redactBody.ts';
import { releaseMemory } from './releaseMemory.ts';
import { createSlices, type Slices } from './slices.ts';
import { storeBatch } from './storeBatch.ts';
import { type BodyEncoding, unpack } from './unpack.ts';

/** What ingest needs of the server. */
export type IngestContext = Pick<
  Context,
  'clock' | 'pool' | 'authenticateAgent' | 'quotas' | 'storage' | 'updates'
>;

export interface IngestOptions {
  readonly gate?: Gate;
  /** Milliseconds that a body may take from its first to its last byte. */
  readonly readMs?: number;
  readonly pace?: Pace;
}

/** 64 kbit a second: below that a line is broken or the sender does not mean well. */
const PACE: Pace = { everyMs: 10_000, bytesPerSecond: 8 * 1024 };

/** How long a refused request may go on sending before its connection is closed, so that its sender can read the answer. */
const LINGER_MS = 30_000;
/** The same for one that hardly sends: its answer does not wait behind what is on the way. */
const LINGER_SLOW_MS = 2_000;

/** Adds the ingest call to the application: a route of its own, because its body is a stream and not JSON. */
export function registerIngest(
  app: FastifyInstance,
  context: IngestContext,
  options: IngestOptions = {},
): void {
  const ingest: Ingest = {
    ...context,
    readMs: options.readMs ?? 60_000,
    pace: options.pace ?? PACE,
    gate: options.gate ?? createGate(GATE_LIMITS),
    slices: createSlices(),
    partitions: createPartitions(context.pool),
  };
  const { path } = contract.ingestEvents['~orpc'].route;
  if (path === undefined) throw new TypeError('The ingest call declares no path');

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads the stream itself; a parser must only leave it alone.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onError', async (request, _reply, error) => linger(request, lingerMsAfter(error)));
    // The body is kept as it arrives and unpacked here, within limits; nobody else may unpack it on the way.
    scope.post(path, { decompress: false }, (request) => takeBatch(ingest, request));
  });
}

type Ingest = IngestContext & {
  readonly readMs: number;
  readonly pace: Pace;
  readonly gate: Gate;
  readonly slices: Slices;
  readonly partitions: Partitions;
};

async function takeBatch(ingest: Ingest, request: FastifyRequest): Promise<IngestAnswer> {
  const agent = await ingest.authenticateAgent(request.headers.authorization);
  if (agent.awaitsApproval) throw new Refusal('awaiting_approval');
  const encoding = encodingOf(request);
  const batchNo = batchNumberOf(request);
  await ingest.storage.admit();
  const place = await admitted(ingest, request, agent);
  const used: Used = { work: workOf(0, 0), events: 0, bytes: 0 };
  try {
    return await readAndStore(ingest, request, place, { ...agent, encoding, batchNo, used });
  } finally {
    place.leave();
    ingest.quotas.charge(agent, used);
  }
}

/** A sender that is refused for now gets its answer a moment later, so that asking again at once costs others little. */
const REFUSED_AFTER_MS = 500;

/** A place for the batch. @throws Refusal quota_exceeded, rate_limited or unavailable, before the body is read */
async function admitted(ingest: Ingest, { headers }: FastifyRequest, agent: AgentIdentity): Promise<Place> {
  try {
    await ingest.quotas.admit(agent);
    const place = ingest.gate.enter(agent);
    try {
      const length = Number(headers['content-length'] ?? 0);
      // A longer one is refused for good as soon as it is read.
      if (length <= limits.ingest.decompressedBytes) place.expect(length);
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

/** What a batch has cost so far. */
type Used = { -readonly [K in keyof Work]: Work[K] };

async function readAndStore(
  ingest: Ingest,
  request: FastifyRequest,
  place: Place,
  { used, ...batch }: AgentIdentity & { encoding: BodyEncoding; batchNo: number; used: Used },
): Promise<IngestAnswer> {
  const { compressedBytes, decompressedBytes } = limits.ingest;
  const declared = request.headers['content-length'];
  const body = await readBody(request.raw, {
    limit: batch.encoding === 'gzip' ? compressedBytes : decompressedBytes,
    declared: declared === undefined ? undefined : Number(declared),
    timeoutMs: ingest.readMs,
    pace: ingest.pace,
    hold: (bytes) => place.hold(bytes),
  });
  await place.turn();
  const identity = { ...batch, batchId: randomUUIDv7() };
  used.work = limits.quota.unreadableBatchEvents;
  const { parsed, unpackedBytes, ...stored } = await unpackAndParse(ingest, request, identity, body);
  used.work = workOf(parsed.accepted + parsed.rejected.length, unpackedBytes);
  const bytes = stored.body.length + parsed.events.length + (parsed.incidents?.length ?? 0);
  await ingest.partitions.ensure([dayOf(Date.now()), ...parsed.days]);
  const answer = await storeBatch(ingest.pool, { ...identity, ...stored, parsed });
  if (answer.duplicates === 0) {
    used.events = answer.accepted;
    used.bytes = bytes;
    if (answer.accepted > 0) ingest.updates.eventsStored(batch.tenantId);
  }
  // Committed, so all of it went out; after an error the socket might still hold it.
  for (const rows of [parsed.events, parsed.incidents]) if (rows) releaseMemory(rows);
  return answer;
}

/** In a function of its own, so that the unpacked body is free before the batch waits for the database. */
async function unpackAndParse(
  ingest: Ingest,
  request: FastifyRequest,
  batch: BatchIdentity & { encoding: BodyEncoding },
  body: Buffer,
): Promise<{
  sha256: Buffer;
  parsed: ParsedBatch;
  body: Buffer;
  encoding: BodyEncoding;
  unpackedBytes: number;
}> {
  const text = await unpack(body, batch.encoding, limits.ingest.decompressedBytes);
  const slice = ingest.slices.begin(batch.tenantId);
  const parsed = await parseBatch(text, {
    slice,
    events: createEventCopy(batch),
    incidents: createIncidentCopy(batch),
    limits: limits.ingest,
    now: ingest.clock.now(),
    onFault: (error, line) => request.log.error({ err: error, line }, 'a line could not be read'),
  });
  // Off the event loop, which the hash of a full body would hold up.
  const sha256 = Buffer.from(await subtle.digest('SHA-256', text as Uint8Array<ArrayBuffer>));
  const stored =
    parsed.redacted.size > 0
      ? ({ body: await redactBody(text, parsed.redacted), encoding: 'gzip' } as const)
      : { body, encoding: batch.encoding };
  const unpackedBytes = text.length;
  // A body that came uncompressed may still be needed as it is.
  if (text !== body) releaseMemory(text);
  return { sha256, parsed, unpackedBytes, ...stored };
}

function encodingOf(request: FastifyRequest): BodyEncoding {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-ndjson') {
    throw new Refusal('unsupported_media_type', {
      message: 'Events are sent as content-type application/x-ndjson.',
    });
  }
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'gzip' && encoding !== 'identity') {
    throw new Refusal('unsupported_media_type', {
      message: 'The only content-encoding taken here is gzip.',
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

/** Of the rest of a refused body, what is read and thrown away so that a sender who reads only afterwards comes to the answer. */
const THROWN_AWAY_BYTES = 1024 * 1024;

/**
 * Lets the rest of a refused body run out for a while, unread, so that its sender comes to read the answer. A long rest is not
 * taken from the line at all: throwing it away would cost as much as reading it.
 */
function linger(request: FastifyRequest, milliseconds: number): void {
  const { raw } = request;
  if (raw.complete) return;
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length > THROWN_AWAY_BYTES) {
    raw.pause();
    // Node throws away what nobody has begun to read.
    raw.read(0);
  }
  const timer = setTimeout(() => raw.socket.destroy(), milliseconds).unref();
  raw.once('close', () => clearTimeout(timer));
}

const lingerMsAfter = (error: Error): number =>
  error instanceof Refusal && error.code === 'body_too_slow' ? LINGER_SLOW_MS : LINGER_MS;
