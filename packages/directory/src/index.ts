export type { AccountEntry, ComputerEntry } from './accounts.ts';
export { domainOf } from './catalog.ts';
export type { Reach, SignIn } from './connection.ts';
export { isFilter } from './filter.ts';
export { kdcAddress } from './kerberos/kdc.ts';
export { type Credential, credentialIn } from './kerberos/keytab.ts';
export { DirectoryProblem, problemOf } from './problems.ts';
export {
  BOUNDS,
  type FoundObject,
  type ReadBounds,
  type ReadOrder,
  type ReadPosition,
  type ReadResult,
  readDirectory,
} from './readDirectory.ts';
export {
  digestWith,
  NO_PIECES,
  SNAPSHOT_KIND,
  type SnapshotContent,
  type SnapshotDocument,
  type SnapshotLine,
} from './snapshot.ts';
