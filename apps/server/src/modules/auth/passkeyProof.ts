import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthQueries } from './database.ts';
import { type ChallengeUse, type PasskeyRow, takeChallenge } from './sql/passkeys.ts';

interface CredentialGiven {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
}

/** An authenticator's answer to a challenge, as calls bring it. */
export interface ProofGiven extends CredentialGiven {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** An authenticator's answer to a new passkey. */
export interface CreationGiven extends CredentialGiven {
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** The public address of this server, which authenticators sign. */
export interface RelyingParty {
  readonly origin: string;
  readonly id: string;
}

/** By the configured address, never by a header of the request. */
export function relyingParty(origin: string): RelyingParty {
  const url = new URL(origin);
  return { origin: url.origin, id: url.hostname };
}

/**
 * Takes the challenge that an answer names. It is gone afterwards, whatever the answer is worth.
 * @throws Refusal invalid_challenge
 */
export async function claimChallenge(
  db: AuthQueries,
  use: ChallengeUse,
  clientDataJSON: string,
  now: number,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined || !(await takeChallenge(db, use, challenge, now))) {
    throw new Refusal('invalid_challenge');
  }
  return challenge;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The new credential of an answer; undefined: the answer is not valid. */
export async function verifiedCreation(given: CreationGiven, challenge: string, party: RelyingParty) {
  const { clientDataJSON, attestationObject } = given.response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    return verified ? registrationInfo : undefined;
  } catch {
    // The library throws for each thing that is not as expected.
    return undefined;
  }
}

/** The counter and state that a valid answer tells; undefined: the answer is not valid. The caller compares counters. */
export async function verifiedProof(
  given: ProofGiven,
  passkey: PasskeyRow,
  challenge: string,
  party: RelyingParty,
  requireUserVerification: boolean,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { clientDataJSON, authenticatorData, signature } = given.response;
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Compared under the lock of the row instead, and audited.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      requireUserVerification,
    });
    return verified ? { counter: info.newCounter, backedUp: info.credentialBackedUp } : undefined;
  } catch {
    return undefined;
  }
}

/** True when a counter did not move on, as that of a copy. Authenticators without one always send 0. */
export const wentBack = (stored: number, current: number): boolean =>
  (stored > 0 || current > 0) && current <= stored;
