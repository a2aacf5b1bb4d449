export { authUser, authUserUpdate, deleteAccount } from './account.ts';
export {
  apiTokens,
  apiTokensCreate,
  apiTokensRevoke,
  organizationTokens,
  organizationTokensCreate,
  organizationTokensRevoke,
} from './apiTokens.ts';
export {
  authFactorsChallenge,
  authFactorsEnrol,
  authFactorsList,
  authFactorsRemove,
  authFactorsVerify,
  authRecoveryCodes,
} from './factors.ts';
export {
  authPasskeySignIn,
  authPasskeySignInOptions,
  authPasskeysAdd,
  authPasskeysAddOptions,
  authPasskeysList,
  authPasskeysProve,
  authPasskeysProveOptions,
  authPasskeysRemove,
  authPasskeysRename,
} from './passkeys.ts';
export { authRecover, authResetPassword } from './passwords.ts';
export {
  authLeave,
  authLogout,
  authSession,
  authSessionsEnd,
  authSessionsEndOthers,
  authSessionsList,
  authToken,
  jwks,
  syncClaims,
} from './sessions.ts';
export { authResend, authSignup, authVerify, checkEmailExists, signupLookup } from './signUp.ts';
export { ssoCallback, ssoLogout, ssoSamlMetadata, ssoSamlResponse } from './ssoProvider.ts';
export { ssoSamlCreate } from './ssoSaml.ts';
export { sso, ssoCreate, ssoRemove, ssoTest, ssoUpdate } from './ssoSettings.ts';
export { ssoStart } from './ssoSignOn.ts';
