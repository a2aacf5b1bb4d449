import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import type { Identity, Server } from '../transport/server.ts';
import { type Credential, writeCredential } from './credential.ts';

/** The current credential. It can change while the agent runs, so callers read it for each request. */
export class Credentials {
  readonly #fs: DurableFs;
  readonly #folder: string;
  readonly #log: Log;
  #kept: Credential;

  constructor(fs: DurableFs, folder: string, kept: Credential, log: Log) {
    this.#fs = fs;
    this.#folder = folder;
    this.#kept = kept;
    this.#log = log;
  }

  get current(): string {
    return this.#kept.credential;
  }

  /** The agent's identity, verifiable only by the server that issued the credential. */
  get identity(): Identity {
    return { agentId: this.#kept.agent_id, credential: this.#kept.credential };
  }

  /** Other addresses announced by the server. */
  get addresses(): readonly string[] {
    return this.#kept.addresses ?? [];
  }

  /** The pinned key of the organization's configurations; null: none yet. */
  get configurationKey(): string | null {
    return this.#kept.configuration_key ?? null;
  }

  /** Pins a key; a pinned one stays until the machine enrolls again. */
  async pinConfigurationKey(key: string): Promise<void> {
    if (this.configurationKey === null) await this.#keep({ ...this.#kept, configuration_key: key });
  }

  /** Stores the addresses announced by the server. */
  async learn(addresses: readonly string[]): Promise<void> {
    if (JSON.stringify(addresses) === JSON.stringify(this.addresses)) return;
    await this.#keep({ ...this.#kept, addresses });
  }

  /** Stores the address at which the agent found the moved server. */
  async moveTo(address: string): Promise<void> {
    await this.#keep({ ...this.#kept, moved_to: address });
  }

  /** Uses a new credential even if it cannot be written: the next start then enrolls again. */
  async replace(kept: Credential): Promise<void> {
    await this.#keep({ ...kept, addresses: this.addresses });
  }

  async #keep(kept: Credential): Promise<void> {
    this.#kept = kept;
    await writeCredential(this.#fs, this.#folder, kept).catch((error: Error) =>
      this.#log.warn(`the credential could not be saved: ${error.message}`),
    );
  }

  /**
   * Requests the next credential and switches to it. It is on disk before its first use, because that invalidates the old one; a
   * crash before that leaves the old one valid. After a failure the next heartbeat requests it again.
   */
  async rotate(server: Pick<Server, 'rotate'>, signal: AbortSignal): Promise<void> {
    const next = await server.rotate(this.current, signal);
    if (typeof next !== 'string') {
      this.#log.warn(`the credential was not replaced: ${next.reason}`);
      return;
    }
    const kept = { ...this.#kept, credential: next };
    try {
      await writeCredential(this.#fs, this.#folder, kept);
    } catch (error) {
      this.#log.warn(`the credential was not replaced: ${(error as Error).message}`);
      return;
    }
    this.#kept = kept;
    this.#log.info('switched to a new credential');
  }
}
