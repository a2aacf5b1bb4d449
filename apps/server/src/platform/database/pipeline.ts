import type { Writable } from 'node:stream';
import pg from 'pg';

/** A statement of a pipeline. */
export interface Statement {
  /** Prepared once for each connection. Without it the text is parsed each time. */
  readonly name?: string;
  readonly text: string;
  /** A single binary one is sent without a copy. */
  readonly values?: unknown[];
}

export type Result = pg.QueryResult;

/** A node-postgres connection with properties missing from its type. */
interface Connection {
  readonly stream: Writable;
  readonly submittedNamedStatements: Record<string, string>;
  _send(bytes: Buffer): void;
  bind(config: Binding): void;
  sync(): void;
}

interface Binding {
  readonly statement: string | undefined;
  readonly values: readonly unknown[] | undefined;
}

/** A node-postgres query with properties missing from its type. */
interface Query {
  readonly name: string | undefined;
  readonly text: string;
  readonly _result: Result;
  readonly _canceledDueToError: Error | false;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

/** A message without content: its letter, and its length. */
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
/** Bytes up to which messages are joined for one write. */
const JOINED_BYTES = 256 * 1024;

/**
 * Runs statements on a connection without waiting for answers in between: one write, and one round trip. The first error ends the rest;
 * they belong in one transaction. Statements may be sent in several parts, each with its own end: an error ends only its part.
 * @returns a promise for each part: the results of its statements, or its first error
 */
export function pipelined(
  client: pg.ClientBase,
  parts: readonly (readonly Statement[])[],
): Promise<readonly Result[]>[] {
  const bytes: Buffer[] = [];
  const sent = parts.map((statements) => new Part(statements, bytes));
  // Each part is a query of its own to node-postgres; the first one sends the messages of all.
  sent[0]?.sends(sent);
  for (const part of sent) client.query(part as unknown as pg.Submittable);
  return sent.map(({ results }) => results);
}

/** Statements up to one Sync. Its methods are those that node-postgres calls on the query that is under way. */
class Part {
  readonly #queries: readonly Query[];
  readonly #bytes: Buffer[];
  readonly #done = Promise.withResolvers<readonly Result[]>();
  #sent: readonly Part[] = [];
  #connection: Connection | undefined;
  /** Error of a value that cannot be sent, for which nothing was. */
  #refused: Error | null = null;
  #at = 0;

  constructor(statements: readonly Statement[], bytes: Buffer[]) {
    this.#bytes = bytes;
    const refuse = (error: Error | null): void => {
      this.#refused ??= error;
    };
    this.#queries = statements.map(
      ({ name, text, values }) =>
        new pg.Query(
          { name, text, values, queryMode: 'extended' } as never,
          refuse as never,
        ) as unknown as Query,
    );
    // A caller that waits for an earlier part first must not leave this one's error unhandled.
    this.#done.promise.catch(() => {});
  }

  get results(): Promise<readonly Result[]> {
    return this.#done.promise;
  }

  /** Name and text of the statement whose answer is due: node-postgres notes with them what is prepared. */
  get name(): string | undefined {
    return this.#queries[this.#at]?.name;
  }
  get text(): string | undefined {
    return this.#queries[this.#at]?.text;
  }

  sends(parts: readonly Part[]): void {
    this.#sent = parts;
  }

  submit(connection: Connection): Error | null {
    for (const part of this.#sent) part.#encode(connection);
    const refused = this.#sent.map((part) => part.#refused).find((error) => error !== null);
    if (refused) {
      this.#bytes.length = 0;
      for (const part of this.#sent) part.#refused = refused;
    }
    const bytes = this.#bytes.splice(0);
    if (bytes.length === 0) return this.#refused;
    const { stream } = connection;
    stream.cork();
    for (const message of joined(bytes)) stream.write(message);
    stream.uncork();
    return null;
  }

  #encode(connection: Connection): void {
    this.#connection = connection;
    const bytes = this.#bytes;
    // The connection's own methods, which write to this list instead, and end nothing before the last statement.
    const collector: Connection = Object.assign(Object.create(connection), {
      _send: (message: Buffer) => bytes.push(message),
      bind(this: Connection, binding: Binding) {
        const [value, ...others] = binding.values ?? [];
        if (Buffer.isBuffer(value) && others.length === 0)
          bytes.push(...bindMessage(binding.statement, value));
        else connection.bind.call(this, binding);
      },
      sync: () => {},
    });
    for (const query of this.#queries) query.prepare(collector);
    bytes.push(SYNC);
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleError(error: Error): void {
    // Those after the failed one were skipped, so that they are not prepared.
    for (const { name } of this.#queries.slice(this.#at)) {
      if (name !== undefined) delete this.#connection?.submittedNamedStatements[name];
    }
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    const unread = this.#queries.find(({ _canceledDueToError }) => _canceledDueToError);
    if (unread?._canceledDueToError) this.#done.reject(unread._canceledDueToError);
    else this.#done.resolve(this.#queries.map(({ _result }) => _result));
  }
}

/** The message that binds one binary parameter, in pieces: node-postgres copies it, and a megabyte of garbage costs a collection. */
function bindMessage(statement: string | undefined, parameter: Buffer): [Buffer, Buffer, Buffer] {
  // The unnamed portal, the statement, one format (binary) and one parameter with its length.
  const names = Buffer.from(`\0${statement ?? ''}\0`);
  const head = Buffer.alloc(5 + names.length + 10);
  head.write('B');
  head.writeUInt32BE(head.length - 1 + parameter.length + 2, 1);
  names.copy(head, 5);
  head.writeUInt16BE(1, head.length - 10);
  head.writeUInt16BE(1, head.length - 8);
  head.writeUInt16BE(1, head.length - 6);
  head.writeUInt32BE(parameter.length, head.length - 4);
  // Results in the default format.
  return [head, parameter, Buffer.alloc(2)];
}

/** Joins short messages, so that a transaction is one system call; long ones are not copied. */
function joined(messages: readonly Buffer[]): Buffer[] {
  const whole: Buffer[] = [];
  let short: Buffer[] = [];
  let size = 0;
  const flush = (): void => {
    if (short.length > 0) whole.push(short.length === 1 ? short[0]! : Buffer.concat(short, size));
    short = [];
    size = 0;
  };
  for (const message of messages) {
    if (size + message.length > JOINED_BYTES) flush();
    short.push(message);
    size += message.length;
  }
  flush();
  return whole;
}
