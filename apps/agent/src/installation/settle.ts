import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../runtime/failure.ts';
import type { NetworkSettings } from '../transport/networkSettings.ts';
import type { Layout } from './layout.ts';

/** The properties of an installer package; an empty one was not given. */
export interface PackageProperties {
  readonly server?: string;
  /** File with an enrollment token in its first line. */
  readonly tokenFile?: string;
  readonly proxy?: string;
  readonly proxyCredentials?: string;
  readonly caFile?: string;
  readonly group?: string;
}

/** The token, and the network's settings with copies of their files. */
export interface GivenSettings {
  readonly token: string | null;
  readonly network: NetworkSettings;
}

/**
 * Reads the files that the properties name, and copies into the settings' folder those that the service needs again: shares are often
 * reachable only during the installation.
 * @throws {Failure} with the property
 */
export async function takeProperties(layout: Layout, given: PackageProperties): Promise<GivenSettings> {
  const folder = dirname(layout.config);
  await mkdir(folder, { recursive: true });
  const copy = async (property: string, from: string | undefined, name: string, mode: number) => {
    if (!from) return undefined;
    const to = join(folder, name);
    await copyFile(from, to).catch((error: Error) => {
      throw new Failure(`${property}: ${from} cannot be read (${error.message})`);
    });
    await chmod(to, mode);
    return to;
  };
  const token = given.tokenFile ? await tokenIn(given.tokenFile) : null;
  const caFile = await copy('CAFILE', given.caFile, 'ca.pem', 0o644);
  const credentials = given.proxyCredentials;
  const proxyCredentials = await copy('PROXYCREDENTIALS', credentials, 'proxy-credentials', 0o600);
  return {
    token,
    network: {
      ...(given.proxy && { proxy: given.proxy }),
      ...(caFile && { caFile }),
      ...(proxyCredentials && { proxyCredentials }),
    },
  };
}

async function tokenIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Failure(`TOKENFILE: ${path} cannot be read (${error.message})`);
  });
  // Notepad and PowerShell may write a mark of byte order.
  const token = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)[0]!
    .trim();
  if (token === '') throw new Failure(`TOKENFILE: ${path} has no token in its first line`);
  return token;
}
