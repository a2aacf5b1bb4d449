import type { AddressInfo } from 'node:net';

/** An address that this machine can open: one that means "every address" is reached by loopback. */
export function localUrlOf({ address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
