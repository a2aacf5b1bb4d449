/**
 * Frees the memory of a buffer that nobody reads again. The garbage collector frees it late: it counts a buffer as a small object, so
 * that megabytes of a busy log wait for it.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  // A part of a shared buffer belongs to others, too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
