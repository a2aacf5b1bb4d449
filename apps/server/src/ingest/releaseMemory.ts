/**
 * Gives a large buffer's memory back at once instead of leaving it to the garbage collector, which otherwise marks the whole
 * heap for every eighth batch: measured 10 to 20 % of the CPU time of ingest. Only for a buffer that has its memory to itself
 * and that nothing will read or write any more, no pending write of a socket either.
 */
export function releaseMemory({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
