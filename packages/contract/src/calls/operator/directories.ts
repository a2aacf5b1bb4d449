import { declareCall } from '../../call.ts';
import { directory, directoryList, newAgentDirectory, newDirectory } from '../../entities/directory.ts';
import { tenantId } from '../../entities/fields.ts';
import { z } from '../../zod.ts';

const one = {
  inputStructure: 'detailed',
  input: z.object({
    params: z.object({ directory_id: z.uuid() }),
    query: z.object({ tenant_id: tenantId }),
  }),
  errors: ['not_found'],
} as const;

/** An organization's directories, oldest first. */
export const operatorDirectoriesList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/directories',
  summary: "List an organization's directories",
  tag: 'Operator',
  input: z.object({ tenant_id: tenantId }),
  output: directoryList,
  errors: ['not_found'],
});

/** Adds a directory to an organization, which is then read in the background. */
export const operatorDirectoriesCreate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/directories',
  summary: 'Add a directory to an organization',
  tag: 'Operator',
  input: z.union([
    newAgentDirectory.extend({ tenant_id: tenantId }),
    newDirectory.extend({ tenant_id: tenantId }),
  ]),
  output: directory,
  errors: [
    'not_found',
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
export const operatorDirectoriesSync = declareCall({
  ...one,
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/directories/{directory_id}/sync',
  summary: 'Read a directory now',
  tag: 'Operator',
  output: directory,
});

/** Removes a directory with its password or keys and everything read from it. */
export const operatorDirectoriesRemove = declareCall({
  ...one,
  access: 'operator',
  method: 'DELETE',
  path: '/operator/v1/directories/{directory_id}',
  summary: 'Remove a directory',
  tag: 'Operator',
  output: z.object({ deleted: z.literal(true) }),
});
