import { api, session } from '../../../session/current.ts';
import { provePasskey } from '../../../session/passkeys.ts';
import { arrive } from './signIn.ts';

export { passkeyFailure } from '../../../session/passkeys.ts';

/** Signs in with a passkey that the person chooses in the browser, which is both factors. */
export async function signInByPasskey(): Promise<void> {
  const credential = await provePasskey(await api.authPasskeySignInOptions({}));
  session.enter(await api.authPasskeySignIn({ credential }));
  await arrive();
}

/** Shows a passkey as the second factor, and completes the sign-in. */
export async function provePasskeyFactor(): Promise<void> {
  const credential = await provePasskey(await api.authPasskeysProveOptions({}));
  session.enter(await api.authPasskeysProve({ credential }));
  await arrive();
}
