import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NetworkSettings } from '../transport/networkSettings.ts';
import type { Enrolment } from './enrolment.ts';
import type { Layout } from './layout.ts';
import { parseServiceConfig, type ServiceConfig, serviceConfigText } from './serviceConfig.ts';

/** Token in the state folder, until it is used. */
export const TOKEN_FILE = 'enrolment-token';

export interface InstallOptions {
  readonly sources?: readonly string[] | undefined;
  readonly upgrade?: boolean | undefined;
  readonly host?: string | undefined;
  readonly releaseUrl?: string | undefined;
  readonly group?: string | undefined;
  readonly network?: NetworkSettings | undefined;
}

/**
 * Configures an installed agent: configuration, trusted key, and the token in a place that only the service reads. Settings by an
 * administrator stay, except the server. Run by root or an administrator.
 */
export async function provision(
  layout: Layout,
  enrolment: Enrolment,
  options: InstallOptions = {},
): Promise<void> {
  const { server, allowCleartext, releaseKey, token } = enrolment;
  await mkdir(layout.state, { recursive: true, mode: 0o700 });
  const owner = await stat(layout.state);
  if (releaseKey !== null) {
    await replace(layout.releaseKey, releaseKey, 0o644);
    await rm(layout.followingKey, { force: true });
  }
  if (token !== null) {
    // The folder belongs to the service: a link in it must not redirect root's write.
    const path = join(layout.state, TOKEN_FILE);
    await rm(path, { force: true });
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    const file = await open(path, flags, 0o600);
    try {
      await file.writeFile(`${token}\n`);
      if (process.platform !== 'win32') await file.chown(owner.uid, owner.gid);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  const kept = await keptConfig(layout.config);
  const config: ServiceConfig = {
    ...kept,
    server,
    allow_cleartext: allowCleartext,
    upgrade: options.upgrade ?? kept?.upgrade ?? true,
    central: kept?.central ?? true,
    ...(options.sources && { sources: options.sources }),
    ...(options.host !== undefined && { host: options.host }),
    ...(options.releaseUrl !== undefined && { release_url: options.releaseUrl }),
    ...(options.group !== undefined && { group: options.group }),
    network: { ...kept?.network, ...options.network },
  };
  // Written last: the service does not start without it.
  await replace(layout.config, serviceConfigText(config), 0o644);
}

async function keptConfig(path: string): Promise<ServiceConfig | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : parseServiceConfig(text, path);
}

/** Replaces a file atomically in a folder owned by root. */
async function replace(path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
