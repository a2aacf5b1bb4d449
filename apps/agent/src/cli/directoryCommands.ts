import { writeFile } from 'node:fs/promises';
import { connectorPublicKey } from '../directories/connectorKey.ts';
import { orderOf } from '../directories/orderOf.ts';
import { ReadProblem, readInProcess } from '../directories/readInProcess.ts';
import { layoutOf } from '../installation/layout.ts';
import {
  type DirectoryConfig,
  parseServiceConfig,
  readServiceConfig,
  serviceConfigText,
} from '../installation/serviceConfig.ts';
import { nodeFs } from '../runtime/durableFs.ts';
import { exitCodes, Failure } from '../runtime/failure.ts';
import { fingerprintOf } from '../service/signedDocument.ts';

export interface DirectoryFlags {
  config?: string;
}

export interface AddDirectoryFlags extends DirectoryFlags {
  name: string;
  url: string;
  bind: string;
  passwordFile?: string;
  keytab?: string;
  kdc?: string;
  caFile?: string;
  base?: string;
  filter?: string;
}

const fileOf = ({ config }: DirectoryFlags): string => config ?? layoutOf().config;
const say = (words: string) => process.stdout.write(`${words}\n`);

/** `directory add` */
export async function addDirectory(flags: AddDirectoryFlags): Promise<number> {
  const { name, url, bind, passwordFile, keytab, kdc, caFile, base, filter } = flags;
  const added: DirectoryConfig = {
    name,
    url,
    bind,
    ...(passwordFile !== undefined && { password_file: passwordFile }),
    ...(keytab !== undefined && { keytab_file: keytab }),
    ...(kdc !== undefined && { kdc }),
    ...(caFile !== undefined && { ca_file: caFile }),
    ...(base !== undefined && { base }),
    ...(filter !== undefined && { filter }),
  };
  await change(flags, (directories) => [...directories, added]);
  say(`${name} is added. Try it with: scout-agent directory check. Restart the service to apply it.`);
  return exitCodes.done;
}

/** `directory list` */
export async function listDirectories(flags: DirectoryFlags & { state: string }): Promise<number> {
  const { directories = [] } = await readServiceConfig(fileOf(flags));
  for (const { name, url, bind } of directories) say(`${name}  ${url}  ${bind}`);
  const key = await connectorPublicKey(nodeFs, flags.state);
  if (key !== null) say(`Their snapshots are signed by the key ${fingerprintOf(key)}`);
  if (directories.length === 0) say('No directory yet. Add one with: scout-agent directory add');
  return exitCodes.done;
}

/** `directory remove` */
export async function removeDirectory(flags: DirectoryFlags & { name: string }): Promise<number> {
  const { name } = await find(flags);
  await change(flags, (directories) => directories.filter((each) => each.name !== name));
  say(`${name} is removed. Restart the service to apply it.`);
  return exitCodes.done;
}

/** `directory check` */
export async function checkDirectory(flags: DirectoryFlags & { name: string }): Promise<number> {
  const config = await find(flags);
  try {
    const lines = readInProcess(await orderOf(config, null), new AbortController().signal);
    for (;;) {
      const { done, value } = await lines.next();
      if (!done) continue;
      const { accounts, computers, domain } = value;
      say(`${config.name} can be read: ${domain}, ${accounts} accounts, ${computers} computers.`);
      return exitCodes.done;
    }
  } catch (error) {
    if (error instanceof ReadProblem) throw new Failure(error.message);
    throw error;
  }
}

async function find(flags: DirectoryFlags & { name: string }): Promise<DirectoryConfig> {
  const { directories = [] } = await readServiceConfig(fileOf(flags));
  const found = directories.find(({ name }) => name.toLowerCase() === flags.name.toLowerCase());
  if (found === undefined) throw new Failure(`There is no directory ${flags.name}.`, exitCodes.usage);
  return found;
}

/** Writes changed directories to the file, whose owner and permissions stay. @throws {Failure} when the file would be refused */
async function change(
  flags: DirectoryFlags,
  changed: (directories: readonly DirectoryConfig[]) => readonly DirectoryConfig[],
): Promise<void> {
  const path = fileOf(flags);
  const config = await readServiceConfig(path);
  const text = serviceConfigText({ ...config, directories: changed(config.directories ?? []) });
  parseServiceConfig(text, path);
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new Failure(`${path} cannot be written (${(error as Error).message})`);
  }
}
