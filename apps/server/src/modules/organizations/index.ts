export { forgetRemoval } from './sql/removedAddresses.ts';
