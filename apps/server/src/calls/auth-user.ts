import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { implementCall } from './implementCall.ts';

export const authUser = implementCall(contract.authUser, async (_input, { app, claims }) => {
  const user = await app.accounts.userOf(claims);
  if (!user) throw new Refusal('session_ended');
  return user;
});
