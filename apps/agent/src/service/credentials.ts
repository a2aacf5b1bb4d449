import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import type { Identity, Server } from '../transport/server.ts';
import { type Credential, writeCredential } from './credential.ts';

/** The credential in use. It changes while the agent runs, so callers read it for each request. */
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

  /** The agent's identity, which only the server that issued the credential can verify. */
  get identity(): Identity {
    return { agentId: this.#kept.agent_id, credential: this.#kept.credential };
  }

  /** Other addresses that the server announced. */
  get addresses(): readonly string[] {
    return this.#kept.addresses ?? [];
  }

  /** Stores the addresses that the server announced. */
  async learn(addresses: readonly string[]): Promise<void> {
    if (JSON.stringify(addresses) === JSON.stringify(this.addresses)) return;
    await this.#keep({ ...this.#kept, addresses });
  }

  /** Stores the address to which the agent has followed its server. */
  async moveTo(address: string): Promise<void> {
    await this.#keep({ ...this.#kept, moved_to: address });
  }

  /** Uses a new credential even if it cannot be written: then the next start enrolls again. */
  async replace(kept: Credential): Promise<void> {
    await this.#keep({ ...kept, addresses: this.addresses });
  }

  async #keep(kept: Credential): Promise<void> {
    this.#kept = kept;
    await writeCredential(this.#fs, this.#folder, kept).catch((error: Error) =>
      this.#log.warn(`the credential could not be kept: ${error.message}`),
    );
  }

  /**
   * Fetches the next credential and switches to it. It is on disk before it is first used, because that revokes the old one; a crash
   * before that leaves the old one valid. After a failure the next heartbeat asks for it again.
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
