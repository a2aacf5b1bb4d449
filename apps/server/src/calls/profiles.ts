import { contract } from '@scout/contract';
import { readProfile } from '../queries/profiles.ts';
import { ifMember } from './ifMember.ts';
import { implementCall } from './implementCall.ts';

export const profiles = implementCall(contract.profiles, async (_input, context) => {
  const row = await ifMember(context, (tx, { tenantId, userId }) => readProfile(tx, tenantId, userId));
  return row ? [row] : [];
});
