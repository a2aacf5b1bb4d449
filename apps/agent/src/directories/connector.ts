import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { limits } from '@scout/contract/limits';
import { digestWith, NO_PIECES, SNAPSHOT_KIND, type SnapshotDocument } from '@scout/directory/snapshot';
import type { DirectoryConfig } from '../installation/serviceConfig.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import { pause } from '../runtime/signal.ts';
import { retryDelay } from '../transport/backoff.ts';
import { fieldsOf } from '../transport/request.ts';
import type { BegunSnapshot, Identity, Server, Trouble, Unauthorised } from '../transport/server.ts';
import { type ConnectorKey, connectorKey } from './connectorKey.ts';
import { orderOf } from './orderOf.ts';
import { type ReadEnd, ReadProblem, readInProcess } from './readInProcess.ts';
import { noteReading } from './readings.ts';

/** The agent's way to its server. */
export interface ConnectorWay {
  readonly server: Pick<Server, 'beginSnapshot' | 'sendPiece' | 'finishSnapshot'>;
  readonly credentials: { readonly identity: Identity };
  readonly signal: AbortSignal;
}

export interface ConnectorOptions {
  readonly fs: DurableFs;
  /** The state directory. */
  readonly folder: string;
  readonly directories: readonly DirectoryConfig[];
  readonly log: Log;
}

/** Attempts to send one piece. */
const TRIES = 5;

/** Reads the directories of this machine's file when the server says that they are due, one at a time, and ships what it read. */
export class DirectoryConnector {
  readonly #options: ConnectorOptions;
  #snapshot: string | null = null;
  #work: Promise<void> | null = null;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** The part of a heartbeat about directories. */
  report(): { snapshot_id: string | null } {
    return { snapshot_id: this.#snapshot };
  }

  /** Begins to read the first of the directories that a heartbeat's answer names, unless one is being read. */
  hear(due: unknown, way: ConnectorWay): void {
    if (this.#work !== null || way.signal.aborted || !Array.isArray(due)) return;
    const { directory_id, name } = fieldsOf(due[0]);
    if (typeof directory_id !== 'string' || typeof name !== 'string') return;
    this.#work = this.#read({ directory_id, name }, way)
      .then(() => this.#note(directory_id, name, null))
      .catch(async (error: Error) => {
        if (way.signal.aborted) return;
        this.#options.log.warn(`the directory ${name} was not read: ${error.message}`);
        await this.#note(directory_id, name, error.message);
      })
      .finally(() => {
        this.#work = null;
        this.#snapshot = null;
      });
  }

  async #note(id: string, name: string, problem: string | null): Promise<void> {
    const { fs, folder, directories } = this.#options;
    const found = this.#named(id, name)?.name ?? name;
    await noteReading(
      fs,
      folder,
      directories.map((each) => each.name),
      { name: found, problem },
    );
  }

  /** Resolves when nothing is being read. */
  async settled(): Promise<void> {
    await this.#work;
  }

  async #read(due: { directory_id: string; name: string }, way: ConnectorWay): Promise<void> {
    const { fs, folder, log } = this.#options;
    const key = await connectorKey(fs, folder);
    const begun = await way.server.beginSnapshot(
      way.credentials.identity.credential,
      { directory_id: due.directory_id, key: key.publicKey },
      way.signal,
    );
    if (begun.kind !== 'begun') throw new Error(begun.reason);
    this.#snapshot = begun.snapshotId;
    const document: Omit<SnapshotDocument, 'content' | 'problem'> = {
      kind: SNAPSHOT_KIND,
      agent_id: way.credentials.identity.agentId,
      directory_id: due.directory_id,
      snapshot_id: begun.snapshotId,
    };
    try {
      const content = await this.#ship(this.#configOf(due), begun, way);
      await finish({ ...document, content, problem: null }, key, way);
      const { accounts, computers } = content;
      log.info(`read ${accounts} accounts and ${computers} computers of the directory ${due.name}`);
    } catch (error) {
      if (!(error instanceof ReadProblem) || way.signal.aborted) throw error;
      const problem = { message: error.message, is_sign_in: error.isSignIn };
      await finish({ ...document, content: null, problem }, key, way);
      throw error;
    }
  }

  /** @throws {ReadProblem} */
  #configOf({ directory_id, name }: { directory_id: string; name: string }): DirectoryConfig {
    const found = this.#named(directory_id, name);
    if (found === undefined) throw new ReadProblem('The agent.json of the machine names no such directory.');
    return found;
  }

  #named(id: string, name: string): DirectoryConfig | undefined {
    const wanted = [id, name.toLowerCase()];
    return this.#options.directories.find((each) => wanted.includes(each.name.toLowerCase()));
  }

  /** Ships a directory while it is read, so that neither memory nor disk holds it. */
  async #ship(config: DirectoryConfig, begun: BegunSnapshot, way: ConnectorWay) {
    const order = await orderOf(config, begun.position);
    const ended = new AbortController();
    const signal = AbortSignal.any([way.signal, ended.signal]);
    const read: { end?: ReadEnd } = {};
    async function* lines(): AsyncGenerator<string> {
      read.end = yield* readInProcess(order, signal);
    }
    const gzip = createGzip();
    pipeline(Readable.from(lines()), gzip, () => {});
    let sent = { pieces: 0, digest: NO_PIECES };
    try {
      for await (const piece of piecesOf(gzip, limits.directories.pieceBytes)) {
        sent = { pieces: sent.pieces + 1, digest: digestWith(sent.digest, piece) };
        if (sent.pieces > limits.directories.pieces)
          throw new ReadProblem('The directory is larger than Scout reads. Narrow the base or the filter.');
        await sendPiece(begun.snapshotId, { number: sent.pieces, body: piece }, way);
      }
    } finally {
      ended.abort();
    }
    return { ...read.end!, pieces: sent.pieces, digest: sent.digest.toString('hex') };
  }
}

/** Bytes of a stream in pieces of one size; the last one may be shorter. */
async function* piecesOf(stream: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    waiting = Buffer.concat([waiting, chunk]);
    for (; waiting.length > size; waiting = waiting.subarray(size)) yield waiting.subarray(0, size);
  }
  if (waiting.length > 0) yield waiting;
}

/** A piece that arrived twice changes nothing, so a lost answer is no reason to begin again. */
async function sendPiece(
  snapshotId: string,
  { number, body }: { readonly number: number; readonly body: Buffer },
  way: ConnectorWay,
): Promise<void> {
  const piece = { number, body: body.toString('base64') };
  await retried(way, (credential) => way.server.sendPiece(credential, snapshotId, piece, way.signal));
}

async function finish(content: SnapshotDocument, key: ConnectorKey, way: ConnectorWay): Promise<void> {
  const document = JSON.stringify(content);
  const signed = { document, signature: key.sign(document) };
  await retried(way, (credential) =>
    way.server.finishSnapshot(credential, content.snapshot_id, signed, way.signal),
  );
}

async function retried(
  { credentials, signal }: ConnectorWay,
  send: (credential: string) => Promise<{ readonly kind: 'received' } | Trouble | Unauthorised>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(credentials.identity.credential);
    if (answer.kind === 'received') return;
    const isFinal = answer.kind === 'unauthorised' || answer.refused || attempt + 1 >= TRIES;
    if (isFinal || signal.aborted) throw new Error(answer.reason);
    await pause(retryDelay(attempt + 2, Math.random(), answer.retryAfterMs), signal);
  }
}
