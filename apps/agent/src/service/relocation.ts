import { mayFollow } from '../transport/following.ts';
import type { Server } from '../transport/server.ts';
import type { Credentials } from './credentials.ts';
import type { Log } from './log.ts';

/** Signs of life that came to nothing before other addresses are tried. */
const MISSES = 2;

export interface RelocationOptions {
  readonly server: Pick<Server, 'url' | 'given' | 'moveTo' | 'identify'>;
  readonly credentials: Pick<Credentials, 'identity' | 'addresses' | 'learn' | 'moveTo'>;
  readonly log: Log;
}

/**
 * Follows a server that has moved, to an address that it told while it was reached, or to the one that this agent was given. An address
 * has to prove first that it is the same server; until then it is shown no credential.
 */
export class Relocation {
  readonly #options: RelocationOptions;
  #misses = 0;

  constructor(options: RelocationOptions) {
    this.#options = options;
  }

  /** To be called when the server answered a sign of life; `addresses` are those it told and that may be kept. */
  async heard(addresses: readonly string[]): Promise<void> {
    this.#misses = 0;
    await this.#options.credentials.learn(addresses);
  }

  /** To be called when a sign of life came to nothing. True: the next one goes to another address. */
  async missed(signal: AbortSignal): Promise<boolean> {
    this.#misses += 1;
    return this.#misses >= MISSES && this.#follow(signal);
  }

  /** To be called when the credential was refused. True: by a stranger at this address, and the server is at another. */
  async refused(signal: AbortSignal): Promise<boolean> {
    const { server, credentials } = this.#options;
    if (this.#candidates().length === 0) return false;
    const here = await server.identify(server.url, credentials.identity, signal);
    return here === false && this.#follow(signal);
  }

  #candidates(): string[] {
    const { server, credentials } = this.#options;
    return [...new Set([...credentials.addresses, server.given])].filter(
      (address) => address !== server.url && mayFollow(server.url, address),
    );
  }

  async #follow(signal: AbortSignal): Promise<boolean> {
    const { server, credentials, log } = this.#options;
    for (const address of this.#candidates()) {
      if ((await server.identify(address, credentials.identity, signal)) !== true) continue;
      log.info(`the server has moved from ${server.url} to ${address}`);
      server.moveTo(address);
      await credentials.moveTo(address);
      this.#misses = 0;
      return true;
    }
    return false;
  }
}
