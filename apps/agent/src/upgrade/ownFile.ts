import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Failure } from '../runtime/failure.ts';

/** Opens a regular file of the agent's folder as root, without following links. @throws {Failure} */
export async function openRegularFile(path: string) {
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  ).catch((error: Error) => {
    throw new Failure(`${path} cannot be read (${error.message})`);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Failure(`${path} is not a file`);
}

/** Reads a small regular file of the agent's folder, without following links. @throws {Failure} */
export async function readRegularFile(path: string, limitBytes: number): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    if (size > limitBytes) throw new Failure(`${path} is too long`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
