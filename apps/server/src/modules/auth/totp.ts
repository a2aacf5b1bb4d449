import { limits } from '@scout/contract';
import { Secret, TOTP } from 'otpauth';
import { CLOCK_SKEW_MS } from '../../platform/clock.ts';

const { periodSeconds, digits, window } = limits.secondFactor;
const secretBytes = 20;
/** Steps by which a code may be off: those of the person's device or those between servers, not their sum, which would help a guess more. */
const steps = Math.max(window, Math.ceil(CLOCK_SKEW_MS / 1000 / periodSeconds));

/** A new secret by RFC 6238, 160 bits. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).buffer);

const totpOf = (secret: Buffer, label = 'Scout') =>
  new TOTP({
    issuer: 'Scout',
    label,
    algorithm: 'SHA1',
    digits,
    period: periodSeconds,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** Input for an authenticator app: an otpauth:// URI, and the secret in Base32 for manual entry. */
export function totpForApp(secret: Buffer, email: string): { uri: string; secret: string } {
  const totp = totpOf(secret, email);
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

/** The time step of a code, at most two steps off; undefined for a wrong code. Steps count from the epoch. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: steps });
  return delta === null ? undefined : Math.floor(now / 1000 / periodSeconds) + delta;
}
