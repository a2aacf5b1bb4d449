export * from './account.ts';
export * from './apiTokens.ts';
export * from './factors.ts';
export * from './passwords.ts';
export * from './sessions.ts';
export * from './signUp.ts';
export { ssoSamlCreate } from './ssoSaml.ts';
export * from './ssoSettings.ts';
export { ssoStart } from './ssoSignOn.ts';
