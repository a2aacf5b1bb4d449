import type { SecurityNoticeKind } from '@scout/emails';
import type { Transaction } from '../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AuthCore } from './core.ts';
import { auditPerson, type Person } from './sql/people.ts';

/** The person who sets up or proves a factor, and the session. */
export interface FactorOwner extends Person {
  readonly sessionId: string;
}

/**
 * A person with a second factor can change factors only after proving one.
 * @throws Refusal second_factor_required
 */
export async function requireShown(
  { sessions }: Pick<AuthCore, 'sessions'>,
  { id, sessionId }: FactorOwner,
): Promise<void> {
  const state = await sessions.stateOf({ sub: id, session_id: sessionId });
  if (!state || (state.hasFactor && !state.factorShown)) throw new Refusal('second_factor_required');
}

/** A change of someone's second factors. */
export interface FactorNotice {
  readonly kind: SecurityNoticeKind;
  readonly action: string;
  readonly name?: string;
  readonly recoveryCodesLeft?: number;
}

/** Audits a change and mails it to the owner. */
export async function tellOwner(
  { mailer, clock }: Pick<AuthCore, 'mailer' | 'clock'>,
  tx: Transaction,
  owner: Person,
  caller: Caller,
  { kind, action, name, recoveryCodesLeft }: FactorNotice,
): Promise<void> {
  await auditPerson(tx, owner, action, caller, name === undefined ? {} : { friendly_name: name });
  await mailer.send(tx, {
    template: 'security-notice',
    to: owner.email,
    props: {
      kind,
      when: new Date(clock.now()).toISOString(),
      ...placeOf(caller),
      ...(recoveryCodesLeft !== undefined && { recoveryCodesLeft }),
    },
  });
}
