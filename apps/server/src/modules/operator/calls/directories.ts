import { contract } from '@scout/contract';
import { addDirectory, readDirectories, removeDirectory, syncDirectory } from '../../directory/index.ts';
import { implementCall } from '../services.ts';
import { withDirectories } from '../sql/directories.ts';

export const operatorDirectoriesList = implementCall(
  contract.operatorDirectoriesList,
  ({ tenant_id }, { app }) =>
    withDirectories(app, tenant_id, ({ client, now }) => readDirectories(client, tenant_id, now)),
);

export const operatorDirectoriesCreate = implementCall(
  contract.operatorDirectoriesCreate,
  ({ tenant_id, ...directory }, { app }) =>
    withDirectories(app, tenant_id, (work) => addDirectory(work, directory)),
);

export const operatorDirectoriesSync = implementCall(
  contract.operatorDirectoriesSync,
  ({ params, query }, { app }) =>
    withDirectories(app, query.tenant_id, (work) => syncDirectory(work, params.directory_id)),
);

export const operatorDirectoriesRemove = implementCall(
  contract.operatorDirectoriesRemove,
  ({ params, query }, { app }) =>
    withDirectories(app, query.tenant_id, (work) => removeDirectory(work, params.directory_id)),
);
