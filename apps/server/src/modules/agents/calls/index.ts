export * from './agent.ts';
export * from './downloads.ts';
export * from './enrolments.ts';
export * from './fleet.ts';
export * from './groups.ts';
export * from './upgrades.ts';
