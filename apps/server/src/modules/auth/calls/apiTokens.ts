import { type ApiToken, contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type ChangeWork, changeAsAdmin, changeAsMember, readAsAdmin } from '../calling/asAdmin.ts';
import type { MemberContext } from '../calling/request.ts';
import { signedInPerson } from '../calling/signedInPerson.ts';
import { type AuthServices, implementCall } from '../services.ts';
import {
  createApiToken,
  listAllTokens,
  listOwnTokens,
  revokeApiToken,
  type TokenOwner,
} from '../sql/apiTokens.ts';

type Wanted = Parameters<typeof createApiToken>[2];

export const apiTokens = implementCall(contract.apiTokens, (_input, { tx, member }) =>
  listOwnTokens(tx, member.tenantId, member.userId),
);

export const apiTokensCreate = implementCall(
  contract.apiTokensCreate,
  async ({ password, ...wanted }, context) => {
    await confirm(context, password);
    return changeAsMember(context, (work) =>
      create(work, { tenantId: work.tenantId, person: { userId: work.userId, email: work.actor } }, wanted),
    );
  },
);

export const apiTokensRevoke = implementCall(contract.apiTokensRevoke, ({ token_id }, context) =>
  changeAsMember(context, async (work) => {
    await noteRevoked(work, await revokeApiToken(work.tx, work.tenantId, token_id, work.userId));
    return { token_id };
  }),
);

export const organizationTokens = implementCall(contract.organizationTokens, async (_input, context) =>
  listAllTokens(await readAsAdmin(context), context.member.tenantId),
);

export const organizationTokensCreate = implementCall(
  contract.organizationTokensCreate,
  async ({ password, ...wanted }, context) => {
    await confirm(context, password);
    return changeAsAdmin(context, (work) => create(work, { tenantId: work.tenantId, person: null }, wanted));
  },
);

export const organizationTokensRevoke = implementCall(
  contract.organizationTokensRevoke,
  ({ token_id }, context) =>
    changeAsAdmin(context, async (work) => {
      await noteRevoked(work, await revokeApiToken(work.tx, work.tenantId, token_id));
      return { token_id };
    }),
);

/** A token outlives the session: a stolen session must not be enough to create one. */
async function confirm(context: MemberContext<AuthServices>, password: string): Promise<void> {
  await context.app.passwords.requirePassword(await signedInPerson(context), password);
}

async function create(work: ChangeWork, owner: TokenOwner, wanted: Wanted) {
  const created = await createApiToken(work.tx, owner, wanted, work);
  if (!created) throw new Refusal('api_token_limit');
  await work.log({ action: 'api_token_created', details: detailsOf(created) });
  return created;
}

async function noteRevoked(work: ChangeWork, revoked: ApiToken | undefined): Promise<void> {
  if (!revoked) throw new Refusal('not_found', { message: 'There is no such API token.' });
  const { owner } = revoked;
  await work.log({
    action: 'api_token_revoked',
    ...(owner !== null && owner !== work.actor && { targetEmail: owner }),
    details: detailsOf(revoked),
  });
}

const detailsOf = ({ token_id, name, scopes, owner, expires_at }: ApiToken) => ({
  token_id,
  name,
  of_organization: owner === null,
  scopes: scopes.join(', '),
  expires_at,
});
