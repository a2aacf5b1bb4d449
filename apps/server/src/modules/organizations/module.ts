export * as calls from './calls/index.ts';
export type { OrganizationServices } from './services.ts';
