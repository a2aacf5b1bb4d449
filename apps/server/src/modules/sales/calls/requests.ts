import { contract } from '@scout/contract';
import { withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { ifMember, readProfile } from '../../auth/index.ts';
import { implementCall } from '../services.ts';
import { insertIntoMailingList, isEarlyAccessRequested } from '../sql/demoRequests.ts';
import { isSuspectedSpam, submitRequest } from '../submitRequest.ts';

export const demoRequests = implementCall(contract.demoRequests, async (input, { app, request }) => {
  await submitRequest(app, input, request.address);
  return { stored: true as const };
});

export const checkExistingRequest = implementCall(
  contract.checkExistingRequest,
  async ({ email }, { app, request }) => {
    await app.rates.consume('lookUpPerAddress', request.address);
    await app.rates.consume('lookUpPerUser', email);
    const hasExistingRequest = await withRole(app.pool, { role: 'scout_visitor' }, (tx) =>
      isEarlyAccessRequested(tx, email),
    );
    return { hasExistingRequest };
  },
);

export const earlyAccessPerson = implementCall(contract.earlyAccessPerson, async (_input, context) => {
  const { app, claims } = context;
  const user = await app.users.userOf(claims);
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

export const mailingList = implementCall(
  contract.mailingList,
  async ({ email, ...form }, { app, request }) => {
    await app.rates.consume('mailingListPerAddress', request.address);
    // For an existing address the database itself responds with 23505.
    await withRole(app.pool, { role: 'scout_visitor' }, (tx) =>
      insertIntoMailingList(tx, {
        email,
        suspected: isSuspectedSpam(form),
        created_at: new Date(app.clock.now()),
      }),
    );
    return { stored: true as const };
  },
);
