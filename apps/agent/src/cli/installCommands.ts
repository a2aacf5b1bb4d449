import { createPublicKey } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { checkedServer, type Enrolment, parseEnrolment } from '../installation/enrolment.ts';
import { carriedConfiguration, install, uninstall } from '../installation/install.ts';
import { layoutOf } from '../installation/layout.ts';
import { provision } from '../installation/provision.ts';
import { exitCodes, Failure } from '../runtime/failure.ts';
import { logOnStderr } from '../runtime/log.ts';
import { version } from '../runtime/version.ts';
import { bodyOf, type Network } from '../transport/network.ts';
import { applyUpgrade } from '../upgrade/applyUpgrade.ts';
import { serviceControl } from '../upgrade/serviceControl.ts';
import { networkOf, networkSettingsOf } from './networkOf.ts';
import type { NetworkFlags } from './networkOptions.ts';

export interface InstallFlags extends NetworkFlags {
  server?: string;
  token?: string;
  allowCleartext: boolean;
  source?: string[];
  host?: string;
  upgrade: boolean;
  releaseUrl?: string;
  group?: string;
}

/** The enrollment from the options, otherwise from the download. @throws {Failure} */
async function enrolmentOf(flags: InstallFlags): Promise<Enrolment> {
  const { server, token, allowCleartext } = flags;
  if (server === undefined) {
    const carried = await carriedConfiguration(layoutOf());
    if (carried === null)
      throw new Failure('this download carries no configuration: give --server and --token', exitCodes.usage);
    return parseEnrolment(carried.text, carried.from);
  }
  const url = checkedServer(server, allowCleartext);
  return {
    server: url,
    token: token ?? null,
    allowCleartext,
    releaseKey: await releaseKeyOf(url, networkOf(flags)),
  };
}

/** The key of the server's releases, trusted from now on. An unreachable server does not prevent the installation. */
export async function releaseKeyOf(server: string, network: Network): Promise<string | null> {
  try {
    const response = await network.request(`${server}/releases/release-key.pem`, {
      signal: AbortSignal.timeout(10_000),
    });
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
    const pem = (await bodyOf(response, 1_000)).toString('utf8');
    createPublicKey(pem);
    return pem;
  } catch (error) {
    process.stderr.write(
      `scout-agent: the release key of ${server} could not be fetched (${(error as Error).message}); the agent will not upgrade itself until you reinstall it\n`,
    );
    return null;
  }
}

/** `install` */
export async function installCommand(flags: InstallFlags): Promise<number> {
  const layout = layoutOf();
  const enrolment = await enrolmentOf(flags);
  const { source: sources, host, upgrade, releaseUrl, group } = flags;
  await install(layout, enrolment, {
    sources,
    host,
    group,
    releaseUrl: releaseUrl && checkedServer(releaseUrl, true),
    network: networkSettingsOf(flags),
    ...(!upgrade && { upgrade }),
  });
  process.stdout.write(
    `Installed as a service that ships to ${enrolment.server}. Its settings: ${layout.config}\n`,
  );
  return exitCodes.done;
}

/** `uninstall` */
export async function uninstallCommand({ purge }: { purge: boolean }): Promise<number> {
  const layout = layoutOf();
  await uninstall(layout, purge);
  process.stdout.write(
    purge
      ? 'Uninstalled. Settings and state are removed.\n'
      : `Uninstalled. Settings and state are kept: ${layout.state}\n`,
  );
  return exitCodes.done;
}

/** `provision`: used by packages with an embedded configuration. */
export async function provisionCommand({ from }: { from?: string }): Promise<number> {
  const layout = layoutOf();
  const path = from ?? layout.enrolment;
  if (path === null) throw new Failure('say where the configuration is: --from', exitCodes.usage);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Failure(`${path} cannot be read (${error.message})`);
  });
  await provision(layout, parseEnrolment(text, path));
  // The token is now in a place that only the service reads.
  await rm(path);
  return exitCodes.done;
}

export interface ApplyUpgradeFlags {
  patience: number;
  logFile?: string;
}

/** `apply-upgrade` */
export async function applyUpgradeCommand({ patience, logFile }: ApplyUpgradeFlags): Promise<number> {
  const layout = layoutOf();
  const log = logOnStderr(false, logFile);
  const running = await applyUpgrade({
    layout,
    log,
    control: serviceControl(layout),
    present: version,
    patienceMs: patience,
  });
  process.stdout.write(`${running}\n`);
  return running === version ? exitCodes.failed : exitCodes.done;
}
