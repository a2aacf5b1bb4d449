export { addDirectory, type DirectoryWork, removeDirectory, syncDirectory } from './changeDirectories.ts';
export type { DirectoryServices } from './services.ts';
export { readDirectories } from './sql/directories.ts';
export { inDirectories } from './sql/inDirectories.ts';
export { isRecentInDirectory, passwordOldSince, posturesOf, useOf } from './sql/postures.ts';
export { dueDirectories } from './sql/shipSnapshot.ts';
