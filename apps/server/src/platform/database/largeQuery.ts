import pg from 'pg';

/** A statement with one binary parameter. */
export interface LargeStatement {
  /** Prepared once for each connection. */
  readonly name: string;
  readonly text: string;
  readonly parameter: Buffer;
}

/** A node-postgres connection with properties missing from its type. */
interface Connection {
  _send(bytes: Buffer): void;
  bind(config: unknown): void;
}

/** Runs a statement whose parameter is sent as it is: node-postgres copies others twice, and a megabyte of garbage costs a collection. */
export const queryLarge = (client: pg.ClientBase, { name, text, parameter }: LargeStatement): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null) => (error ? reject(error) : resolve());
    const query = new pg.Query({ name, text, values: [parameter] }, done as never) as pg.Query & {
      prepare(connection: Connection): void;
    };
    const prepare = query.prepare.bind(query);
    query.prepare = (connection) => {
      const bind = () => {
        for (const bytes of bindMessage(name, parameter)) connection._send(bytes);
      };
      prepare(Object.assign(Object.create(connection), { bind }));
    };
    client.query(query);
  });

/** The message that binds the parameter of a prepared statement, in pieces. */
function bindMessage(name: string, parameter: Buffer): [Buffer, Buffer, Buffer] {
  // The unnamed portal, the statement, one format (binary) and one parameter with its length.
  const statement = Buffer.from(`\0${name}\0`);
  const head = Buffer.alloc(5 + statement.length + 10);
  head.write('B');
  head.writeUInt32BE(head.length - 1 + parameter.length + 2, 1);
  statement.copy(head, 5);
  head.writeUInt16BE(1, head.length - 10);
  head.writeUInt16BE(1, head.length - 8);
  head.writeUInt16BE(1, head.length - 6);
  head.writeUInt32BE(parameter.length, head.length - 4);
  // Results in the default format.
  return [head, parameter, Buffer.alloc(2)];
}
