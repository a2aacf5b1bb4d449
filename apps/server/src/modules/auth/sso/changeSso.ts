import type { SsoConnection, SsoSettings, SsoState } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';
import { changeAsAdmin } from '../calling/asAdmin.ts';
import type { MemberContext } from '../services.ts';
import { readConnection, verifiedDomains } from '../sql/ssoConnections.ts';
import { addressesOf, samlAddressesOf } from './addresses.ts';
import {
  addConnection,
  changePresent,
  type OidcClient,
  type PreparedConnection,
  prepareOidc,
  prepareSaml,
  removePresent,
} from './connections.ts';
import { type GivenMetadata, readGiven } from './saml/given.ts';

/** A change of an organization's single sign-on; what is not given stays. */
export interface SsoChange extends GivenMetadata {
  readonly state?: SsoState | undefined;
  readonly admission?: SsoConnection['admission'] | undefined;
  readonly break_glass?: readonly string[] | undefined;
  readonly client_secret?: string | undefined;
}

/** Single sign-on as admins see it. As scout_admin. */
export async function readSettings({ app, member }: MemberContext, tx: Transaction): Promise<SsoSettings> {
  const { tenantId } = member;
  return {
    connection: (await readConnection(tx, tenantId)) ?? null,
    domains: await verifiedDomains(tx, tenantId),
    ...addressesOf(app.origin(), tenantId),
    ...samlAddressesOf(app.origin(), tenantId),
  };
}

/** @throws Refusal sso_exists or sso_address */
export async function createSso(context: MemberContext, given: OidcClient): Promise<SsoSettings> {
  return createPrepared(context, await prepareOidc(context.app, given));
}

/** @throws Refusal sso_exists, sso_address or sso_metadata */
export async function createSamlSso(context: MemberContext, given: GivenMetadata): Promise<SsoSettings> {
  return createPrepared(context, await prepareSaml(context.app, context.member.tenantId, given));
}

const createPrepared = (context: MemberContext, prepared: PreparedConnection): Promise<SsoSettings> =>
  changeAsAdmin(context, async (work) => {
    await addConnection(work, prepared);
    return readSettings(context, work.tx);
  });

/** @throws Refusal not_found, sso_address, sso_break_glass, sso_metadata, sso_not_tested, sso_protocol or domain_not_verified */
export async function changeSso(
  context: MemberContext,
  { client_secret, metadata_url, metadata, ...change }: SsoChange,
): Promise<SsoSettings> {
  const { app } = context;
  const isDescribed = metadata_url !== undefined || metadata !== undefined;
  const given = isDescribed
    ? await readGiven(app, context.member.tenantId, { metadata_url, metadata })
    : undefined;
  const sealed = client_secret === undefined ? undefined : await app.ssoSeal.seal(client_secret);
  return changeAsAdmin(context, async (work) => {
    await changePresent(work, { ...change, sealed, given });
    return readSettings(context, work.tx);
  });
}

/** @throws Refusal not_found */
export const removeSso = (context: MemberContext): Promise<{ deleted: true }> =>
  changeAsAdmin(context, async (work) => {
    await removePresent(work);
    return { deleted: true };
  });
