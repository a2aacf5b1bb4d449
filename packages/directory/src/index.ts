export type { AccountEntry, ComputerEntry } from './accounts.ts';
export type { Reach } from './connection.ts';
export { isFilter } from './filter.ts';
export { DirectoryProblem, problemOf } from './problems.ts';
export {
  BOUNDS,
  type ReadBounds,
  type ReadOrder,
  type ReadPosition,
  type ReadResult,
  readDirectory,
} from './readDirectory.ts';
