import type { Log } from '../runtime/log.ts';
import { mayFollow } from '../transport/following.ts';
import type { Server } from '../transport/server.ts';
import type { Credentials } from './credentials.ts';

/** Failed heartbeats before trying other addresses. */
const MISSES = 2;

export interface RelocationOptions {
  readonly server: Pick<Server, 'url' | 'given' | 'moveTo' | 'identify'>;
  readonly credentials: Pick<Credentials, 'identity' | 'addresses' | 'learn' | 'moveTo'>;
  readonly log: Log;
}

/**
 * Follows a server that has moved, to an announced or configured address. An address must first prove that it is the same server;
 * no credential is sent before that.
 */
export class Relocation {
  readonly #options: RelocationOptions;
  #misses = 0;

  constructor(options: RelocationOptions) {
    this.#options = options;
  }

  /** Called after a response to a heartbeat; `addresses` are the announced ones that may be stored. */
  async heard(addresses: readonly string[]): Promise<void> {
    this.#misses = 0;
    await this.#options.credentials.learn(addresses);
  }

  /** Called after a failed heartbeat. True: the next one uses another address. */
  async missed(signal: AbortSignal): Promise<boolean> {
    this.#misses += 1;
    return this.#misses >= MISSES && this.#follow(signal);
  }

  /** Called when the credential was refused. True: another server responds at this address, and ours was found elsewhere. */
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
