export { directories, directoriesCreate, directoriesRemove, directoriesSync } from './directories.ts';
export { directorySnapshotBegin, directorySnapshotFinish, directorySnapshotPiece } from './snapshots.ts';
