import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layout } from '../installation/layout.ts';
import { TOKEN_FILE } from '../installation/provision.ts';
import type { Log } from '../service/log.ts';
import type { Heard } from '../transport/server.ts';
import { version } from '../version.ts';
import { fetchUpgrade } from './fetchUpgrade.ts';
import { type Health, healthText } from './health.ts';
import { failureReport, readUpgradeReport, type UpgradeReport } from './report.ts';
import { stagingOf } from './staging.ts';
import { readTrustedKey } from './trustedKey.ts';

/** After an upgrade that could not be fetched. */
const RETRY_MS = 60 * 60_000;

export interface UpgraderOptions {
  readonly layout: Layout;
  /** The service's own setting; what admins opened to it is in the heartbeat's answer. */
  readonly enabled: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** An installed agent tells whoever upgraded it how far it has come, and fetches what is newer when the server has heard it. */
export class Upgrader {
  readonly #options: UpgraderOptions;
  /** One after the other, so that what was said last stands. */
  #saying = Promise.resolve();
  #said: Health | null = null;
  #busy = false;
  #notBefore = 0;
  #failure: UpgradeReport | null = null;

  constructor(options: UpgraderOptions) {
    this.#options = options;
  }

  /** To be called when a source is read; the spool is open then. Never throws, and does not wait. */
  reading(): void {
    if (this.#said === null) this.#say('reading');
  }

  /** To be called after each heartbeat that was answered. Never throws, and does not wait. */
  heard({ upgrade, from }: Pick<Heard, 'upgrade' | 'from'>): void {
    const { enabled, log } = this.#options;
    if (this.#said !== 'heard') this.#say('heard');
    if (upgrade === null || !enabled || this.#busy || Date.now() < this.#notBefore) return;
    this.#busy = true;
    this.#notBefore = Date.now() + RETRY_MS;
    void this.#fetch(upgrade, from)
      .catch((error: Error) => {
        this.#failure = failureReport(upgrade, error.message);
        log.warn(`no upgrade: ${error.message}`);
      })
      .finally(() => {
        this.#busy = false;
      });
  }

  #say(health: Health): void {
    const { layout, log } = this.#options;
    const { state } = layout;
    this.#said = health;
    const write = async (): Promise<void> => {
      if (health === 'heard') await rm(join(state, TOKEN_FILE), { force: true });
      await writeFile(stagingOf(state).health, healthText(version, health, new Date()), { mode: 0o600 });
    };
    this.#saying = this.#saying
      .then(write)
      .catch((error: Error) => log.warn(`health cannot be noted (${error.message})`));
  }

  /** The last upgrade, when it came to nothing; null when there is nothing of the kind to tell. */
  report(): UpgradeReport | null {
    return this.#failure ?? readUpgradeReport(stagingOf(this.#options.layout.state), version);
  }

  /** `server`: the address that offered it. */
  async #fetch(offered: string, server: string): Promise<void> {
    const { layout, log, signal } = this.#options;
    const fetched = await fetchUpgrade({
      server,
      state: layout.state,
      offered,
      releaseKey: await readTrustedKey(layout),
      present: version,
      now: new Date(),
      signal,
    });
    this.#failure = null;
    if (fetched !== null) log.info(`version ${fetched} is ready to be put in place`);
    // Elsewhere the system waits for the mark and starts apply-upgrade; Windows has no such thing.
    if (process.platform === 'win32' && existsSync(stagingOf(layout.state).ready))
      await this.#startOnWindows();
  }

  async #startOnWindows(): Promise<void> {
    const { layout } = this.#options;
    await copyFile(layout.current, layout.proven);
    const child = spawn(layout.proven, ['apply-upgrade'], {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    await once(child, 'spawn');
    child.unref();
  }
}
