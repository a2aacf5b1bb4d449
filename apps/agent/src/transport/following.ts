import { limits } from '@scout/contract/limits';
import { isLoopback, parseServerUrl, ServerUrlError } from './serverUrl.ts';

const { addresses: MOST, addressMax } = limits.agent;

/**
 * True when an agent that uses `from` may follow its server to `to`. From https only to https; from http on this machine also to
 * http on this machine; from http elsewhere never, because anybody on the network path may have written the response with `to`.
 */
export function mayFollow(from: string, to: string): boolean {
  const [present, next] = [new URL(from), new URL(to)];
  if (present.protocol === 'https:') return next.protocol === 'https:';
  if (!isLoopback(present.hostname)) return false;
  return next.protocol === 'https:' || isLoopback(next.hostname);
}

/** The announced addresses of the server at `from` that may be stored; all others are dropped. */
export function acceptedAddresses(announced: unknown, from: string): string[] {
  if (!Array.isArray(announced)) return [];
  const accepted = announced.slice(0, MOST).flatMap((text) => {
    if (typeof text !== 'string' || text.length > addressMax) return [];
    try {
      const address = parseServerUrl(text, false);
      return mayFollow(from, address) ? [address] : [];
    } catch (error) {
      if (error instanceof ServerUrlError) return [];
      throw error;
    }
  });
  return [...new Set(accepted)];
}
