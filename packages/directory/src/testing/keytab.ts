/** An entry of a keytab, written as `ktutil` does. */
export interface WrittenKey {
  readonly account?: string;
  readonly version?: number;
  readonly type?: number;
  readonly key?: Buffer;
}

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const counted = (bytes: Buffer): Buffer => Buffer.concat([short(bytes.length), bytes]);

/** A keytab, version 2, with these keys. */
export function keytabOf(keys: readonly WrittenKey[]): Buffer {
  const entries = keys.map(
    ({ account = 'scout-reader@CORP.EXAMPLE', version = 1, type = 18, key = Buffer.alloc(32, 7) }) => {
      const [name = '', realm = ''] = account.split('@');
      const parts = name.split('/');
      const tail = Buffer.alloc(4);
      tail.writeUInt32BE(version);
      const entry = Buffer.concat([
        short(parts.length),
        counted(Buffer.from(realm)),
        ...parts.map((part) => counted(Buffer.from(part))),
        Buffer.alloc(8, 1),
        Buffer.from([version & 0xff]),
        short(type),
        counted(key),
        tail,
      ]);
      const head = Buffer.alloc(4);
      head.writeInt32BE(entry.length);
      return Buffer.concat([head, entry]);
    },
  );
  return Buffer.concat([Buffer.from([5, 2]), ...entries]);
}
