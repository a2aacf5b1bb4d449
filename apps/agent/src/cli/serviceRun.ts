import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpgradeReport } from '@scout/contract';
import { layoutOf } from '../installation/layout.ts';
import { TOKEN_FILE } from '../installation/provision.ts';
import { readServiceConfig } from '../installation/serviceConfig.ts';
import type { Log } from '../runtime/log.ts';
import type { Network } from '../transport/network.ts';
import type { HeartbeatResponse } from '../transport/server.ts';
import { Upgrader } from '../upgrade/upgrader.ts';
import { networkOf } from './networkOf.ts';
import { resolveServerUrl } from './resolveServerUrl.ts';
import type { RunFlags } from './runCommand.ts';

/** Settings that `run --config` adds to the command-line options; the options take precedence. */
export interface ServiceRun {
  readonly flags: RunFlags;
  /** True if an installation left a token. */
  readonly tokenIsNew: boolean;
  readonly network: Network;
  heard(answer: HeartbeatResponse): void;
  reading(): void;
  upgrade(): UpgradeReport | null;
}

/** Reads the service's configuration, and a token left by an installation. @throws {Failure} */
export async function serviceRun(
  given: RunFlags,
  path: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<ServiceRun> {
  const config = await readServiceConfig(path);
  const { state } = given;
  const token = (await readFile(join(state, TOKEN_FILE), 'utf8').catch(() => '')).trim();
  const flags: RunFlags = { ...given, allowCleartext: given.allowCleartext || config.allow_cleartext };
  flags.server ??= config.server;
  if (config.sources !== undefined) flags.source ??= [...config.sources];
  if (config.host !== undefined) flags.host ??= config.host;
  if (token !== '') flags.token ??= token;
  const tokenIsNew = token !== '';
  if (config.heartbeat !== undefined) flags.heartbeat = config.heartbeat * 1000;
  resolveServerUrl(flags.server, flags.allowCleartext);
  const network = networkOf(given, config.network);
  const layout = { ...layoutOf(), state };
  const { release_url: releaseUrl } = config;
  const upgrader = new Upgrader({
    layout,
    // Pins are of the server's key, which another server does not have.
    network:
      releaseUrl === undefined ? network : networkOf({ ...given, pin: [] }, { ...config.network, pins: [] }),
    releaseUrl,
    enabled: config.upgrade,
    log,
    signal,
  });
  return {
    flags,
    tokenIsNew,
    network,
    heard: (answer) => upgrader.heard(answer),
    reading: () => upgrader.reading(),
    upgrade: () => upgrader.report(),
  };
}
