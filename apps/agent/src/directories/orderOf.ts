import { readFile } from 'node:fs/promises';
import type { ReadPosition } from '@scout/directory';
import type { DirectoryConfig } from '../installation/serviceConfig.ts';
import { type DirectoryOrder, ReadProblem } from './readInProcess.ts';

/** The order to read a directory, with the files of its settings as they are now. @throws {ReadProblem} when one cannot be read */
export async function orderOf(
  { url, bind, password_file, ca_file, base, filter }: DirectoryConfig,
  position: ReadPosition | null,
): Promise<DirectoryOrder> {
  return {
    url,
    bindName: bind,
    password: (await fileOf(password_file, 'password')).replace(/\r?\n$/, ''),
    ca: ca_file === undefined ? null : await fileOf(ca_file, 'certificates'),
    base: base ?? null,
    filter: filter ?? null,
    position,
  };
}

async function fileOf(path: string, what: 'password' | 'certificates'): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ReadProblem(`The agent cannot read its file with the ${what} (${code}).`);
  }
}
