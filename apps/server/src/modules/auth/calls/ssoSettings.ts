import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { readAsAdmin } from '../calling/asAdmin.ts';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { implementCall } from '../services.ts';
import { changeSso, createSso, readSettings, removeSso } from '../sso/changeSso.ts';
import { startTest } from '../sso/signOn.ts';

export const sso = implementCall(contract.sso, async (_input, context) =>
  readSettings(context, await readAsAdmin(context)),
);

export const ssoCreate = implementCall(contract.ssoCreate, async ({ password, ...given }, context) => {
  const { app, member } = context;
  await app.rates.consume('ssoPerOrganization', member.tenantId);
  // A provider can sign in as any member of the organization: a stolen session must not be enough to set one up.
  await app.passwords.requirePassword(await signedInPerson(context), password);
  return createSso(context, given);
});

export const ssoUpdate = implementCall(contract.ssoUpdate, async ({ password, ...change }, context) => {
  const { app, member } = context;
  await app.rates.consume('ssoPerOrganization', member.tenantId);
  if (change.metadata_url !== undefined || change.metadata !== undefined) {
    // The metadata decide who signs in, as setting a provider up does.
    if (password === undefined) throw new Refusal('password_required');
    await app.passwords.requirePassword(await signedInPerson(context), password);
  }
  return changeSso(context, change);
});

export const ssoTest = implementCall(contract.ssoTest, async (_input, context) => {
  const { app, member } = context;
  await app.rates.consume('ssoPerOrganization', member.tenantId);
  const { continuation, problems } = await startTest(app, member, callerOf(context));
  if (continuation) context.setHeader('set-cookie', continuation.cookies);
  return { url: continuation?.url ?? null, problems: [...problems] };
});

export const ssoRemove = implementCall(contract.ssoRemove, async (_input, context) => {
  await context.app.rates.consume('ssoPerOrganization', context.member.tenantId);
  return removeSso(context);
});
