import { timingSafeEqual } from 'node:crypto';
import { limits } from '@scout/contract';
import type { Key, PurposeKeys } from '../../platform/crypto/keys.ts';
import { keyedHash } from '../../platform/crypto/keys.ts';

/** A factor verification attempt, bound to one factor and one session. */
export interface Attempt {
  readonly sessionId: string;
  readonly factorId: string;
}

/** A signed text without a stored row, so that any server can verify it. */
export async function newChallenge(
  keys: PurposeKeys,
  attempt: Attempt,
  now: number,
): Promise<{ id: string; expires_at: number }> {
  const expires_at = Math.floor(now / 1000) + limits.secondFactor.challengeSeconds;
  return { id: `${expires_at}.${signature(await keys.current(), attempt, expires_at)}`, expires_at };
}

export async function challengeHolds(
  keys: PurposeKeys,
  attempt: Attempt,
  challenge: string,
  now: number,
): Promise<boolean> {
  const [, expires, given] = /^(\d{1,12})\.([\w-]{43})$/.exec(challenge) ?? [];
  if (expires === undefined || given === undefined || Number(expires) * 1000 <= now) return false;
  const signatures = (await keys.all()).map((key) => signature(key, attempt, Number(expires)));
  return signatures.some((expected) => timingSafeEqual(Buffer.from(given), Buffer.from(expected)));
}

const signature = (key: Key, { sessionId, factorId }: Attempt, expires: number) =>
  keyedHash(key, sessionId, factorId, String(expires)).toString('base64url');
