import type { DurableFs } from '../spool/durableFs.ts';
import type { Identity, Server } from '../transport/server.ts';
import { type Credential, writeCredential } from './credential.ts';
import type { Log } from './log.ts';

/** The credential in use. It is replaced while the agent runs, so whoever sends asks for it each time. */
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

  /** The fact that only the server that gave the credential can know. */
  get identity(): Identity {
    return { agentId: this.#kept.agent_id, credential: this.#kept.credential };
  }

  /** Other addresses that the server told. */
  get addresses(): readonly string[] {
    return this.#kept.addresses ?? [];
  }

  /** Keeps the addresses that the server told. */
  async learn(addresses: readonly string[]): Promise<void> {
    if (JSON.stringify(addresses) === JSON.stringify(this.addresses)) return;
    await this.#keep({ ...this.#kept, addresses });
  }

  /** Keeps the address to which the agent has followed its server. */
  async moveTo(address: string): Promise<void> {
    await this.#keep({ ...this.#kept, moved_to: address });
  }

  /** Goes on with what an enrolment brought, even if the disk does not take it: then the next start enrols again. */
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
   * Fetches the next credential and goes on with it. It is on disk before it is first used, because that ends the old one; a crash
   * before leaves the old one working. An attempt that fails is asked for again by the next heartbeat.
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
    this.#log.info('goes on with a new credential');
  }
}
