import { Resolver } from 'node:dns/promises';
import { limits } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';

/** Looks up TXT records, within the timeout and concurrency of limits.domains. */
export interface TxtRecords {
  /** The values at a name, each joined from its pieces; empty if the name does not exist. @throws Refusal unavailable */
  at(name: string): Promise<string[]>;
}

/** The verification record has its own name, so that it conflicts with no other. */
export const txtNameOf = (domain: string): string => `_scout-verification.${domain}`;

const nothingThere = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Uses these DNS servers (`192.0.2.53` or `192.0.2.53:5353`), by default the system's. */
export function createTxtRecords(servers: readonly string[]): TxtRecords {
  const { lookUpMs, lookUpsAtOnce } = limits.domains;
  let underWay = 0;

  async function lookUp(name: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: lookUpMs / 3, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), lookUpMs);
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      if (nothingThere.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw new Refusal('unavailable', {
        message: 'The DNS servers did not respond. Please try again.',
        retryAfter: 10,
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async at(name) {
      if (underWay >= lookUpsAtOnce) throw new Refusal('unavailable', { retryAfter: 5 });
      underWay += 1;
      try {
        return await lookUp(name);
      } finally {
        underWay -= 1;
      }
    },
  };
}
