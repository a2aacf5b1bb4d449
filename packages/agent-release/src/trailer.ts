import { open } from 'node:fs/promises';

/** Lengths of service host and configuration, and a magic mark; `packages/exe.ts` appends it to the program. */
const TRAILER_BYTES = 16;
const MARK = 'SCOUTEXE';
const PE_64 = 0x20b;

/** The data appended to the program in scout-agent-latest.exe. */
export interface Trailer {
  /** Length of the program alone. */
  readonly programBytes: number;
  /** The program that Windows starts as the service. */
  readonly host: Buffer;
  /** Text of the configuration; null if the package has none. */
  readonly configuration: string | null;
}

/** Offset of an Authenticode signature, which Windows requires at the end of a program; `size` without one. */
async function unsignedEnd(
  read: (from: number, length: number) => Promise<Buffer>,
  size: number,
): Promise<number> {
  const header = (await read(60, 4)).readUInt32LE();
  const optional = await read(header + 24, 152);
  if (optional.length < 152 || optional.readUInt16LE() !== PE_64) return size;
  const [at, bytes] = [optional.readUInt32LE(144), optional.readUInt32LE(148)];
  return bytes > 0 && at + bytes === size ? at : size;
}

/** Reads what is attached to a program's file, also one signed afterward; null if nothing is. */
export async function readTrailer(path: string): Promise<Trailer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, from);
      return bytes.subarray(0, bytesRead);
    };
    if (size < 64) return null;
    const before = await unsignedEnd(read, size);
    // A signature begins at a multiple of eight bytes.
    const last = await read(Math.max(0, before - TRAILER_BYTES - 7), TRAILER_BYTES + 7);
    const mark = last.lastIndexOf(MARK, undefined, 'latin1');
    if (mark < 8) return null;
    const end = last.subarray(mark - 8, mark + 8);
    const after = before - last.length + mark + 8;
    const [hostBytes, configurationBytes] = [end.readUInt32LE(0), end.readUInt32LE(4)];
    const configurationAt = after - TRAILER_BYTES - configurationBytes;
    const programBytes = configurationAt - hostBytes;
    if (programBytes <= 0) return null;
    return {
      programBytes,
      host: await read(programBytes, hostBytes),
      configuration:
        configurationBytes === 0 ? null : (await read(configurationAt, configurationBytes)).toString('utf8'),
    };
  } finally {
    await file.close();
  }
}

/** The trailer of a program with a service host and an optional configuration (0 for none) of these lengths. */
export function trailerOf(hostBytes: number, configurationBytes: number): Buffer {
  const bytes = Buffer.alloc(TRAILER_BYTES);
  bytes.writeUInt32LE(hostBytes, 0);
  bytes.writeUInt32LE(configurationBytes, 4);
  bytes.write(MARK, 8, 'latin1');
  return bytes;
}
