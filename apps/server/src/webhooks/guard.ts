import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createReach } from './addresses.ts';

/** Resolves a host name to all of its addresses, as `dns.lookup` does. */
export type Resolve = typeof lookup;

/** The address is one that is not to be reached from here, or not without encryption. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError';
  constructor() {
    super('The address is not one that may be reached.');
  }
}

/** Decides which addresses are connected to. */
export interface Guard {
  /** Refuses a host that can never be reached. @throws AddressRefusedError */
  check(host: string, isEncrypted: boolean): void;
  /** A look-up that answers with addresses that may be reached, and with an AddressRefusedError where there are none. */
  lookUp(isEncrypted: boolean): LookupFunction;
}

/**
 * A guard by which each address is judged after its name was resolved and is the one that is connected to, so that nothing may change in
 * between. Public addresses are reached encrypted alone.
 * @param allowed addresses and networks that are reached though they are not public, also without encryption
 */
export function createGuard(allowed: readonly string[], resolve: Resolve = lookup): Guard {
  const reach = createReach(allowed);
  const mayConnect = (address: string, isEncrypted: boolean) =>
    isEncrypted ? reach(address) !== 'closed' : reach(address) === 'allowed';
  return {
    check(host, isEncrypted) {
      if (!isEncrypted && allowed.length === 0) throw new AddressRefusedError();
      if (isIP(host) !== 0 && !mayConnect(host, isEncrypted)) throw new AddressRefusedError();
    },
    lookUp: (isEncrypted) => (hostname, options, callback) =>
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, []);
        const open = addresses.filter(({ address }) => mayConnect(address, isEncrypted));
        const [first] = open;
        if (first === undefined) return callback(new AddressRefusedError(), []);
        return options.all ? callback(null, open) : callback(null, first.address, first.family);
      }),
  };
}

/** The host of a URL as sockets take it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
