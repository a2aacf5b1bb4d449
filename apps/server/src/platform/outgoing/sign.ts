import type { Webhook } from 'standardwebhooks';

/** A message to send; every attempt has the same id and body. */
export interface SignedMessage {
  /** Receivers detect a repeated message by it. */
  readonly id: string;
  /** Time of this attempt. */
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks with a signature for each signer, so that a receiver may have any of the secrets; none without
 * signers.
 */
export function signedHeaders(
  signers: readonly Webhook[],
  { id, at, body }: SignedMessage,
): Record<string, string> {
  const type = { 'content-type': 'application/json' };
  if (signers.length === 0) return type;
  return {
    ...type,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
  };
}
