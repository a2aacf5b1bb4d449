import { declareCall } from '../../call.ts';
import { directory, directoryList, newAgentDirectory, newDirectory } from '../../entities/directory.ts';
import { z } from '../../zod.ts';

const one = z.object({ directory_id: z.uuid() });

/** The directories with the state of their syncs, oldest first. */
export const directories = declareCall({
  access: 'subscriber-admin',
  also: ['auditor'],
  method: 'GET',
  path: '/api/v1/directories',
  summary: 'Directories, with the state of their syncs',
  tag: 'Organizations',
  input: z.object({}),
  output: directoryList,
});

/** Adds a directory, which is then read in the background. Its address and sign-in are immutable: another one is another directory. One with `agent` is read by that machine. */
export const directoriesCreate = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/directories',
  summary: 'Add a directory',
  tag: 'Organizations',
  input: z.union([newAgentDirectory, newDirectory]),
  output: directory,
  errors: [
    'directory_limit',
    'directory_address',
    'directory_certificate',
    'directory_filter',
    'directory_sign_in',
    'directory_keytab',
    'directory_agent',
    'directory_name',
  ],
});

/** Reads a directory now, every entry of it; the list of directories shows the result. */
export const directoriesSync = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/directories/{directory_id}/sync',
  summary: 'Read a directory now',
  tag: 'Organizations',
  input: one,
  output: directory,
  errors: ['not_found'],
});

/** Removes a directory with its password or keys and everything read from it. */
export const directoriesRemove = declareCall({
  access: 'subscriber-admin',
  method: 'DELETE',
  path: '/api/v1/directories/{directory_id}',
  summary: 'Remove a directory',
  tag: 'Organizations',
  input: one,
  output: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});
