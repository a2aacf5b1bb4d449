export * from './agents.ts';
export * from './directories.ts';
export * from './rc4Uses.ts';
export * from './sales.ts';
export * from './server.ts';
export * from './status.ts';
export * from './tenants.ts';
export * from './usage.ts';
