export * from './settings.ts';
export { ssoStart } from './signOn.ts';
