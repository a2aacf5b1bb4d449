export * from './directories.ts';
