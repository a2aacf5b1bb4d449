import { timingSafeEqual } from 'node:crypto';
import { limits } from '@scout/contract';
import { keyedHash } from './keys.ts';

/** Which attempt of whom: bound to one factor and one session. */
export interface Attempt {
  readonly sessionId: string;
  readonly factorId: string;
}

/** A signed text that needs no row, so that any server can take it back. */
export function newChallenge(key: Buffer, attempt: Attempt, now: number): { id: string; expires_at: number } {
  const expires_at = Math.floor(now / 1000) + limits.secondFactor.challengeSeconds;
  return { id: `${expires_at}.${signature(key, attempt, expires_at)}`, expires_at };
}

export function challengeHolds(key: Buffer, attempt: Attempt, challenge: string, now: number): boolean {
  const [, expires, given] = /^(\d{1,12})\.([\w-]{43})$/.exec(challenge) ?? [];
  if (expires === undefined || given === undefined) return false;
  const expected = signature(key, attempt, Number(expires));
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected)) && Number(expires) * 1000 > now;
}

const signature = (key: Buffer, { sessionId, factorId }: Attempt, expires: number) =>
  keyedHash(key, sessionId, factorId, String(expires)).toString('base64url');
