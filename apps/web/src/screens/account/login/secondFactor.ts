import type { Factor } from '@scout/contract';
import { api, session } from '../../../session/current.ts';
import { arrive } from './signIn.ts';

/** The factors that a person can show. Phones get no code on this server, so none of them can be verified here. */
export async function showableFactors(): Promise<Factor[]> {
  const { factors } = await api.authFactorsList({});
  return factors.filter(({ status, factor_type }) => status === 'verified' && factor_type === 'totp');
}

/** Shows a factor by its code or by a recovery code, and completes the sign-in. */
export async function showFactor(id: string, code: string): Promise<void> {
  const challenge = await api.authFactorsChallenge({ id });
  session.enter(await api.authFactorsVerify({ id, challenge_id: challenge.id, code }));
  await arrive();
}
