import type { Enrolment } from '@scout/contract';

export type TokenState = 'Open' | 'Used up' | 'Expired' | 'Revoked';

/** Whether machines can still enrol with a token at `now` (epoch ms), and why not. */
export function tokenState(token: Enrolment, now: number): TokenState {
  if (token.revoked_at !== null) return 'Revoked';
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now) return 'Expired';
  if (token.max_uses !== null && token.uses >= token.max_uses) return 'Used up';
  return 'Open';
}
