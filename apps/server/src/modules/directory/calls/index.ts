export * from './directories.ts';
export * from './snapshots.ts';
