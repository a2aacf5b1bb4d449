import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpgradeReport } from '@scout/contract';
import { DirectoryConnector } from '../directories/connector.ts';
import { layoutOf } from '../installation/layout.ts';
import { TOKEN_FILE } from '../installation/provision.ts';
import { readServiceConfig, type ServiceConfig } from '../installation/serviceConfig.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import { CentralConfiguration, type CentralOptions } from '../service/centralConfiguration.ts';
import { readCredential } from '../service/credential.ts';
import { describeMachine } from '../service/machine.ts';
import { Names } from '../service/names.ts';
import type { SourceSettings } from '../sources/parseSource.ts';
import type { Network } from '../transport/network.ts';
import { type HeartbeatResponse, Server } from '../transport/server.ts';
import { Upgrader } from '../upgrade/upgrader.ts';
import { networkOf, networkSettingsOf } from './networkOf.ts';
import { resolveServerUrl } from './resolveServerUrl.ts';
import { type RunFlags, sourceSettingsOf } from './runCommand.ts';

/** Settings that `run --config` adds to the command-line options; the options take precedence. */
export interface ServiceRun {
  readonly flags: RunFlags;
  /** True if an installation left a token. */
  readonly tokenIsNew: boolean;
  readonly network: Network;
  heard(answer: HeartbeatResponse): void;
  reading(): void;
  upgrade(): UpgradeReport | null;
  readonly names: Names;
  readonly sources: SourceSettings;
  /** The configuration of the machine's group. */
  readonly configuration: CentralConfiguration;
  readonly group: string | undefined;
  /** The directories that the file names. */
  readonly directories: DirectoryConnector | undefined;
}

/** Reads the service's configuration, and a token left by an installation. @throws {Failure} */
export async function serviceRun(
  given: RunFlags,
  path: string,
  {
    log,
    signal,
    memory,
    changed,
  }: { log: Log; signal: AbortSignal; memory: CentralOptions['memory']; changed: () => void },
): Promise<ServiceRun> {
  const config = await readServiceConfig(path);
  const { state } = given;
  const token = (await readFile(join(state, TOKEN_FILE), 'utf8').catch(() => '')).trim();
  const flags: RunFlags = { ...given, allowCleartext: given.allowCleartext || config.allow_cleartext };
  flags.server ??= config.server;
  if (config.host !== undefined) flags.host ??= config.host;
  if (token !== '') flags.token ??= token;
  const tokenIsNew = token !== '';
  if (config.heartbeat !== undefined) flags.heartbeat = config.heartbeat * 1000;
  const serverUrl = resolveServerUrl(flags.server, flags.allowCleartext);
  const own = networkSettingsOf(given);
  const names = new Names();
  const sources = sourceSettingsOf(flags, names);
  const networkBy = (proxy: string | undefined) =>
    networkOf(given, { ...config.network, ...(proxy !== undefined && { proxy }) });
  const configuration = await CentralConfiguration.open(
    {
      fs: nodeFs,
      folder: state,
      rules: {
        isCentral: config.central,
        paths: config.central_paths ?? [],
        ownSources: config.sources ?? [],
        hasFixedSources: given.source !== undefined,
        hasOwnProxy: [
          own.proxy,
          own.proxyCredentials,
          config.network.proxy,
          config.network.proxyCredentials,
        ].some((setting) => setting !== undefined),
        isCleartext: new URL(serverUrl).protocol === 'http:',
        sources,
        platform: process.platform,
      },
      serverBy: (proxy) =>
        new Server(serverUrl, describeMachine(flags.host ?? null), flags.timeout, networkBy(proxy)),
      changed,
      memory,
      log,
    },
    await readCredential(nodeFs, state),
  );
  const central = configuration.settings;
  const wanted = central.sources ?? config.sources;
  if (wanted !== undefined) flags.source ??= [...wanted];
  const network = networkBy(central.proxy);
  const layout = { ...layoutOf(), state };
  const { release_url: releaseUrl } = config;
  const upgrader = new Upgrader({
    layout,
    // Pins are of the server's key, which another server does not have.
    network:
      releaseUrl === undefined
        ? network
        : networkOf(
            { ...given, pin: [] },
            { ...config.network, pins: [], ...(central.proxy !== undefined && { proxy: central.proxy }) },
          ),
    releaseUrl,
    enabled: config.upgrade,
    isQuiet: (now) => configuration.isQuiet(now),
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
    names,
    sources: { ...sources, excludedIds: central.exclude_event_ids ?? [] },
    configuration,
    group: config.group,
    directories: readerOf(config, state, log),
  };
}

function readerOf(
  { directories = [] }: Pick<ServiceConfig, 'directories'>,
  folder: string,
  log: Log,
): DirectoryConnector | undefined {
  if (directories.length === 0) return undefined;
  return new DirectoryConnector({ fs: nodeFs, folder, directories, log });
}
