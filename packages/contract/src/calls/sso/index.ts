export { ssoCallback, ssoLogout } from './provider.ts';
export { sso, ssoCreate, ssoRemove, ssoTest, ssoUpdate } from './settings.ts';
export { ssoStart } from './signOn.ts';
