import { Resolver } from 'node:dns/promises';
import { limits } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';

/** Looks TXT records up, within the time and the number of look-ups that limits.domains allows. */
export interface TxtRecords {
  /** The values at a name, each joined from its pieces; none when there is no such name. @throws Refusal unavailable */
  at(name: string): Promise<string[]>;
}

/** The record that verifies a domain has a name of its own, so that it conflicts with no other. */
export const txtNameOf = (domain: string): string => `_scout-verification.${domain}`;

const nothingThere = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Asks these DNS servers (`192.0.2.53` or `192.0.2.53:5353`); without any, those of the system. */
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
        message: 'The DNS servers did not answer. Please try again.',
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
