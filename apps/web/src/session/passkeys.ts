import type { CreatedPasskey, PasskeyProof } from '@scout/contract';
import { messageOf } from '../api/error.ts';

/** Options of a challenge, as the server gives them: JSON of WebAuthn. */
type Options = { readonly challenge: string };

/** True where this browser uses passkeys at this address: they belong to a name, so that an IP address has none. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(window.location.hostname)
  );
}

/** The browser's new passkey for a challenge. @throws when the person cancels, or the browser cannot */
export async function createPasskey(options: Options): Promise<CreatedPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(await navigator.credentials.create({ publicKey }));
}

/** The browser's answer to a challenge. @throws when the person cancels, or the browser cannot */
export async function provePasskey(options: Options): Promise<PasskeyProof> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(await navigator.credentials.get({ publicKey }));
}

function answerOf<T>(credential: Credential | null): T {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser returned no passkey.');
  return credential.toJSON() as T;
}

/** What went wrong with a passkey, in the words of a person. */
export function passkeyFailure(error: unknown): string {
  if (!(error instanceof DOMException)) return messageOf(error);
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (error.name === 'NotAllowedError') return 'No passkey was used. Try again, or continue without one.';
  return 'This browser could not use a passkey here.';
}
