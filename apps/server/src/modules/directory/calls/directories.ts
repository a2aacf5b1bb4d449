import { contract, type Directory } from '@scout/contract';
import { changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import { addDirectory, type DirectoryWork, removeDirectory, syncDirectory } from '../changeDirectories.ts';
import { implementCall, type MemberContext } from '../services.ts';
import { readDirectories } from '../sql/directories.ts';

export const directories = implementCall(
  contract.directories,
  async (_input, context): Promise<Directory[]> => {
    await readAsAdmin(context);
    const { client, member, app } = context;
    return readDirectories(client, member.tenantId, new Date(app.clock.now()));
  },
);

export const directoriesCreate = implementCall(contract.directoriesCreate, (input, context) =>
  changeDirectories(context, (work) => addDirectory(work, input)),
);

export const directoriesSync = implementCall(contract.directoriesSync, ({ directory_id }, context) =>
  changeDirectories(context, (work) => syncDirectory(work, directory_id)),
);

export const directoriesRemove = implementCall(contract.directoriesRemove, ({ directory_id }, context) =>
  changeDirectories(context, (work) => removeDirectory(work, directory_id)),
);

async function changeDirectories<T>(
  context: MemberContext,
  change: (work: DirectoryWork) => Promise<T>,
): Promise<T> {
  const { app, client, member } = context;
  await app.rates.consume('directoriesPerOrganization', member.tenantId);
  const also = { client, seal: app.directorySeal, networks: app.directoryNetworks };
  return changeAsAdmin(context, (work) => change({ ...work, ...also }));
}
