import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { isEarlyAccessRequested } from '../queries/demo-requests.ts';
import { readProfile } from '../queries/profiles.ts';
import { ifMember } from './ifMember.ts';
import { implementCall } from './implementCall.ts';

export const earlyAccessPerson = implementCall(contract.earlyAccessPerson, async (_input, context) => {
  const { app, claims } = context;
  const user = await app.accounts.userOf(claims);
  if (!user) throw new Refusal('session_ended');
  const { email, user_metadata } = user;
  const profile = await ifMember(context, (tx, { tenantId, userId }) => readProfile(tx, tenantId, userId));
  const hasExistingRequest = await withRole(app.pool, { role: 'scout_visitor' }, (tx) =>
    isEarlyAccessRequested(tx, email),
  );
  return {
    hasExistingRequest,
    email,
    first_name: profile?.first_name || user_metadata.first_name,
    last_name: profile?.last_name ?? '',
    phone: profile?.phone ?? '',
    company_name: profile?.company_name ?? user_metadata.company_name,
    job_title: profile?.job_title ?? '',
  };
});
