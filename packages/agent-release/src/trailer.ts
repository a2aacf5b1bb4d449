import { open } from 'node:fs/promises';

/** Lengths of service host and configuration, and a magic mark; `packages/exe.ts` appends it to the program. */
const TRAILER_BYTES = 16;
const MARK = 'SCOUTEXE';

/** The data appended to the program in scout-agent-latest.exe. */
export interface Trailer {
  /** Length of the program alone. */
  readonly programBytes: number;
  /** The program that Windows starts as the service. */
  readonly host: Buffer;
  /** Text of the configuration; null if the package has none. */
  readonly configuration: string | null;
}

/** Reads the end of a program's file; null if nothing is attached. */
export async function readTrailer(path: string): Promise<Trailer | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, from);
      return bytes.subarray(0, bytesRead);
    };
    const end = await read(Math.max(0, size - TRAILER_BYTES), TRAILER_BYTES);
    if (end.length < TRAILER_BYTES || end.toString('latin1', 8) !== MARK) return null;
    const [hostBytes, configurationBytes] = [end.readUInt32LE(0), end.readUInt32LE(4)];
    const configurationAt = size - TRAILER_BYTES - configurationBytes;
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
