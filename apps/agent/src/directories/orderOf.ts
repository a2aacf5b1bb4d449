import { readFile } from 'node:fs/promises';
import type { ReadPosition } from '@scout/directory';
import type { DirectoryConfig } from '../installation/serviceConfig.ts';
import { type DirectoryOrder, ReadProblem } from './readInProcess.ts';

/** The order to read a directory, with the files of its settings as they are now. @throws {ReadProblem} when one cannot be read */
export async function orderOf(
  { url, bind, password_file, keytab_file, kdc, ca_file, base, filter }: DirectoryConfig,
  position: ReadPosition | null,
): Promise<DirectoryOrder> {
  const password = await fileOf(password_file, 'password');
  const keytab = await fileOf(keytab_file, 'keytab');
  const ca = await fileOf(ca_file, 'certificates');
  return {
    url,
    bindName: bind,
    password: password?.toString('utf8').replace(/\r?\n$/, '') ?? null,
    keytab: keytab?.toString('base64') ?? null,
    kdc: kdc ?? null,
    ca: ca?.toString('utf8') ?? null,
    base: base ?? null,
    filter: filter ?? null,
    position,
  };
}

async function fileOf(
  path: string | undefined,
  what: 'password' | 'keytab' | 'certificates',
): Promise<Buffer | null> {
  if (path === undefined) return null;
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ReadProblem(`The agent cannot read its file with the ${what} (${code}).`);
  }
}
