export { directories, directoriesCreate, directoriesRemove, directoriesSync } from './directories.ts';
