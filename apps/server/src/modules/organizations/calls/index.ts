export * from './auditLogs.ts';
export * from './deletion.ts';
export * from './domains.ts';
export * from './invitations.ts';
export * from './members.ts';
export * from './profiles.ts';
export * from './retention.ts';
export * from './tenants.ts';
