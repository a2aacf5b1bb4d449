export * as calls from './calls/index.ts';
export { salesAddressOf } from './salesAddress.ts';
export type { SalesServices } from './services.ts';
