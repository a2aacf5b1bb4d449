export * from './events.ts';
export * from './incidents.ts';
