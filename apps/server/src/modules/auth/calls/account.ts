import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { implementCall } from '../services.ts';
import { organizationsAwaitedBy } from '../sql/people.ts';

export const authUser = implementCall(contract.authUser, async (_input, { app, claims }) => {
  const user = await app.users.userOf(claims);
  if (!user) throw new Refusal('session_ended');
  return { ...user, awaits: await organizationsAwaitedBy(app.authStore.db, user.id, app.clock.now()) };
});

export const authUserUpdate = implementCall(contract.authUserUpdate, async (input, context) => {
  const { users, passwords } = context.app;
  const person = await signedInPerson(context);
  const { password: next, current_password: current, data } = input;
  // First, because it may be refused.
  if (next !== undefined && current !== undefined) {
    await passwords.change(person, { current, next }, callerOf(context));
  }
  if (data) await users.setAlertRecipient(person.id, data.alert_recipient_email);
  const user = await users.userOf(context.claims);
  if (!user) throw new Refusal('session_ended');
  return user;
});

export const deleteAccount = implementCall(contract.deleteAccount, async ({ password }, context) => {
  const person = await signedInPerson(context);
  const answer = await context.app.removal.deleteAccount(person, password, callerOf(context));
  context.setHeader('set-cookie', context.app.users.clearCookies());
  return answer;
});
