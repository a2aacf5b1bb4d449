import { Tinypool } from 'tinypool';
import { decompress, type OutputLimits, type Packing } from './decompress.ts';

export interface LargeBody extends OutputLimits {
  readonly body: Uint8Array;
  readonly packing: Packing;
}

/**
 * Runs in a thread of {@link createUnpacker}.
 * @returns the output, transferred to the calling thread, or the code of zlib's error
 */
export default async function unpackLarge({
  body,
  packing,
  ...limits
}: LargeBody): Promise<Uint8Array | string> {
  const output = await decompress(body, packing, limits);
  return typeof output === 'string' ? output : (Tinypool.move(output) as Uint8Array);
}
