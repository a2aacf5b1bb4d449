import type { Log } from '../runtime/log.ts';
import { mayFollow } from '../transport/following.ts';
import type { Server } from '../transport/server.ts';
import type { Credentials } from './credentials.ts';

/** Failed heartbeats before other addresses are tried. */
const MISSES = 2;

export interface RelocationOptions {
  readonly server: Pick<Server, 'url' | 'given' | 'moveTo' | 'identify'>;
  readonly credentials: Pick<Credentials, 'identity' | 'addresses' | 'learn' | 'moveTo'>;
  readonly log: Log;
}

/**
 * Follows a server that has moved, to an address that it announced or to the one that this agent was given. An address
 * has to prove first that it is the same server; no credential is sent to it before.
 */
export class Relocation {
  readonly #options: RelocationOptions;
  #misses = 0;

  constructor(options: RelocationOptions) {
    this.#options = options;
  }

  /** Call when the server answered a heartbeat; `addresses` are the announced ones that may be kept. */
  async heard(addresses: readonly string[]): Promise<void> {
    this.#misses = 0;
    await this.#options.credentials.learn(addresses);
  }

  /** Call when a heartbeat failed. True: the next one goes to another address. */
  async missed(signal: AbortSignal): Promise<boolean> {
    this.#misses += 1;
    return this.#misses >= MISSES && this.#follow(signal);
  }

  /** Call when the credential was refused. True: another server answers at this address, and ours was found at another one. */
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
