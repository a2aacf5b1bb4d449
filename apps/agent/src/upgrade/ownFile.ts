import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Failure } from '../service/failure.ts';

/** Opens a file of the agent's folder for root, who follows no link there. @throws {Failure} */
export async function openOwn(path: string) {
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

/** A small file of the agent's folder; not through a link. @throws {Failure} */
export async function readOwn(path: string, limitBytes: number): Promise<Buffer> {
  const file = await openOwn(path);
  try {
    const { size } = await file.stat();
    if (size > limitBytes) throw new Failure(`${path} is longer than it may be`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
