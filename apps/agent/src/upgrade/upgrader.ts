import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpgradeReport } from '@scout/contract';
import type { Layout } from '../installation/layout.ts';
import { TOKEN_FILE } from '../installation/provision.ts';
import type { Log } from '../runtime/log.ts';
import { version } from '../runtime/version.ts';
import type { Network } from '../transport/network.ts';
import type { HeartbeatResponse } from '../transport/server.ts';
import { Attempts } from './attempts.ts';
import { fetchUpgrade } from './fetchUpgrade.ts';
import { type Health, healthText } from './health.ts';
import { failureReport, readUpgradeReport } from './report.ts';
import { stagingOf } from './staging.ts';
import { readTrustedKey } from './trustedKey.ts';

export interface UpgraderOptions {
  readonly layout: Layout;
  /** The way to the releases. */
  readonly network: Network;
  readonly releaseUrl?: string | undefined;
  /** The service's setting; the heartbeat response contains the admins' offer. */
  readonly enabled: boolean;
  /** True while no upgrade may begin. */
  readonly isQuiet?: (now: Date) => boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Reports an installed agent's progress to `apply-upgrade`, and downloads a newer release offered by the server. */
export class Upgrader {
  readonly #options: UpgraderOptions;
  /** Serializes writes, so that the last one stays. */
  #saying = Promise.resolve();
  #said: Health | null = null;
  #busy = false;
  readonly #attempts = new Attempts();
  #failure: UpgradeReport | null = null;

  constructor(options: UpgraderOptions) {
    this.#options = options;
  }

  /** Called when a source is being read; the spool is open then. Never throws and does not wait. */
  reading(): void {
    if (this.#said === null) this.#say('reading');
  }

  /** Called after each heartbeat response. Never throws and does not wait. */
  heard({ upgrade, from }: Pick<HeartbeatResponse, 'upgrade' | 'from'>): void {
    const { enabled, isQuiet, log } = this.#options;
    if (this.#said !== 'heard') this.#say('heard');
    if (upgrade === null || !enabled || this.#busy || isQuiet?.(new Date())) return;
    if (!this.#attempts.begin(upgrade, Date.now())) return;
    this.#busy = true;
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
      .catch((error: Error) => log.warn(`health cannot be recorded (${error.message})`));
  }

  /** The last upgrade, if it failed or was rolled back; otherwise null. */
  report(): UpgradeReport | null {
    return this.#failure ?? readUpgradeReport(stagingOf(this.#options.layout.state), version);
  }

  /** `server`: the address that offered it. */
  async #fetch(offered: string, server: string): Promise<void> {
    const { layout, network, releaseUrl, log, signal } = this.#options;
    const fetched = await fetchUpgrade({
      server,
      releaseUrl,
      network,
      state: layout.state,
      running: layout.current,
      log,
      offered,
      releaseKey: await readTrustedKey(layout),
      present: version,
      now: new Date(),
      signal,
    });
    this.#failure = null;
    if (fetched !== null) log.info(`version ${fetched} is ready to install`);
    // On other systems systemd or launchd watches the file and starts apply-upgrade; Windows has no equivalent.
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
