import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { ifMember, readProfile, renameProfile } from '../../auth/index.ts';
import { addressOf } from '../invitationLinks.ts';
import { implementCall } from '../services.ts';

export const profiles = implementCall(contract.profiles, async (_input, context) => {
  const row = await ifMember(context, (tx, { tenantId, userId }) => readProfile(tx, tenantId, userId));
  return row ? [row] : [];
});

export const profilesUpdate = implementCall(contract.profilesUpdate, async (names, context) => {
  const { app, tx, member } = context;
  const { tenantId, userId } = member;
  await renameProfile(
    tx,
    { tenantId, userId, email: await addressOf(context) },
    names,
    new Date(app.clock.now()),
  );
  const profile = await readProfile(tx, tenantId, userId);
  if (!profile) throw new Refusal('not_found');
  return profile;
});
