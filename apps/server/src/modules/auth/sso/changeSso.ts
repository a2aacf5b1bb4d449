import { limits, type SsoConnection, type SsoSettings, type SsoState } from '@scout/contract';
import { changedDetails } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { AddressRefusedError } from '../../../platform/outgoing/guard.ts';
import { type ChangeWork, changeAsAdmin } from '../calling/asAdmin.ts';
import type { MemberContext } from '../services.ts';
import { lockMemberships, type Membership } from '../sql/memberships.ts';
import {
  changeConnection,
  deleteConnection,
  insertConnection,
  readConnection,
  replaceBreakGlass,
  replaceMetadata,
  replaceSecret,
  verifiedDomains,
  withPassword,
} from '../sql/ssoConnections.ts';
import { addressesOf, samlAddressesOf } from './addresses.ts';
import { type GivenMetadata, readGiven } from './saml/given.ts';
import { createOwnKey } from './saml/ownKey.ts';

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
export async function createSso(
  context: MemberContext,
  given: { issuer: string; client_id: string; client_secret: string },
): Promise<SsoSettings> {
  const { app } = context;
  const { issuer, client_id, client_secret } = given;
  try {
    app.ssoFetcher.check(new URL(issuer));
  } catch (cause) {
    if (cause instanceof AddressRefusedError) throw new Refusal('sso_address');
    throw cause;
  }
  const sealed = await app.ssoSeal.seal(client_secret);
  return changeAsAdmin(context, async ({ tx, tenantId, actor, now, log }) => {
    if (await readConnection(tx, tenantId)) throw new Refusal('sso_exists');
    await insertConnection(tx, tenantId, { issuer, client_id, sealed, actor, now });
    await log({ action: 'single_sign_on_added', details: { issuer, client_id } });
    return readSettings(context, tx);
  });
}

/** @throws Refusal sso_exists, sso_address or sso_metadata */
export async function createSamlSso(context: MemberContext, given: GivenMetadata): Promise<SsoSettings> {
  const { app, member } = context;
  const { issuer, source } = await readGiven(app, member.tenantId, given);
  const { key, certificate } = await createOwnKey(app.clock.now());
  const sealed = await app.ssoSeal.seal(key);
  const { entity_id: client_id } = samlAddressesOf(app.origin(), member.tenantId);
  return changeAsAdmin(context, async ({ tx, tenantId, actor, now, log }) => {
    if (await readConnection(tx, tenantId)) throw new Refusal('sso_exists');
    await insertConnection(
      tx,
      tenantId,
      { issuer, client_id, sealed, actor, now },
      { ...source, certificate },
    );
    await log({ action: 'single_sign_on_added', details: { protocol: 'saml', issuer, client_id } });
    return readSettings(context, tx);
  });
}

/** @throws Refusal not_found, sso_address, sso_break_glass, sso_metadata, sso_not_tested, sso_protocol or domain_not_verified */
export async function changeSso(context: MemberContext, change: SsoChange): Promise<SsoSettings> {
  const { app } = context;
  const { state, admission, break_glass, client_secret, metadata_url, metadata } = change;
  const isDescribed = metadata_url !== undefined || metadata !== undefined;
  const given = isDescribed
    ? await readGiven(app, context.member.tenantId, { metadata_url, metadata })
    : undefined;
  const sealed = client_secret === undefined ? undefined : await app.ssoSeal.seal(client_secret);
  const apply = async (work: ChangeWork) => {
    const { tx, tenantId, now, log } = work;
    const before = await readConnection(tx, tenantId);
    if (!before) throw new Refusal('not_found', { message: 'Single sign-on is not set up.' });
    requireProtocol(before, { saml: given !== undefined, oidc: sealed !== undefined });
    if (given && given.issuer !== before.issuer)
      throw new Refusal('sso_metadata', {
        message: 'The metadata are of another provider. Remove this one first.',
      });
    const everybody = await lockMemberships(tx, tenantId, {
      emails: [...before.break_glass, ...(break_glass ?? [])],
    });
    if (break_glass !== undefined)
      await replaceBreakGlass(tx, tenantId, await exempted(work, break_glass, everybody));
    const exempt = (await readConnection(tx, tenantId))!.break_glass;
    const wanted = state ?? before.state;
    if (wanted !== 'off' && before.tested_at === null) throw new Refusal('sso_not_tested');
    if (wanted !== 'off' && before.state === 'off' && (await verifiedDomains(tx, tenantId)).length === 0)
      throw new Refusal('domain_not_verified', { message: 'Verify a domain of the organization first.' });
    if (wanted === 'required' && !(await isExempted(work, exempt, everybody)))
      throw new Refusal('sso_break_glass');
    await changeConnection(tx, tenantId, {
      ...(state !== undefined && { state }),
      ...(admission !== undefined && { admission }),
    });
    if (sealed !== undefined) await replaceSecret(tx, tenantId, sealed, now);
    if (given) await replaceMetadata(tx, tenantId, given.source);
    await log({
      action: 'single_sign_on_changed',
      details: {
        issuer: before.issuer,
        ...changedDetails(
          { state: before.state, admission: before.admission, break_glass: before.break_glass.join(', ') },
          { state: wanted, admission: admission ?? before.admission, break_glass: exempt.join(', ') },
        ),
        ...(sealed !== undefined && { client_secret: 'replaced' }),
        ...(given && { metadata: given.source.metadata_url ?? 'replaced' }),
      },
    });
    return readSettings(context, tx);
  };
  return changeAsAdmin(context, apply);
}

/** @throws Refusal sso_protocol for a setting that the connection does not have */
function requireProtocol(
  { protocol }: SsoConnection,
  given: Record<SsoConnection['protocol'], boolean>,
): void {
  if (given[protocol === 'saml' ? 'oidc' : 'saml']) throw new Refusal('sso_protocol');
}

/** @throws Refusal not_found */
export function removeSso(context: MemberContext): Promise<{ deleted: true }> {
  return changeAsAdmin(context, async ({ tx, tenantId, log }) => {
    const before = await readConnection(tx, tenantId);
    if (!before) throw new Refusal('not_found', { message: 'Single sign-on is not set up.' });
    await deleteConnection(tx, tenantId);
    const { issuer, client_id, state } = before;
    await log({ action: 'single_sign_on_removed', details: { issuer, client_id, state } });
    return { deleted: true };
  });
}

/** The members behind addresses: each must be able to let the others in when the provider fails. @throws Refusal sso_break_glass */
async function exempted(
  { tx }: ChangeWork,
  addresses: readonly string[],
  everybody: readonly Membership[],
): Promise<{ email: string; user_id: string }[]> {
  const wanted = [...new Set(addresses)].slice(0, limits.sso.breakGlass);
  const admins = everybody.flatMap(({ email, user_id, role, status }) =>
    wanted.includes(email) && role === 'admin' && status === 'active' && user_id !== null
      ? [{ email, user_id }]
      : [],
  );
  const able = await withPassword(
    tx,
    admins.map(({ user_id }) => user_id),
  );
  if (admins.length < wanted.length || admins.some(({ user_id }) => !able.has(user_id)))
    throw new Refusal('sso_break_glass');
  return admins;
}

/** True when a break-glass account can still sign in: one that was named may have lost its role or its password since. */
async function isExempted(
  work: ChangeWork,
  addresses: readonly string[],
  everybody: readonly Membership[],
): Promise<boolean> {
  const still = await Promise.all(
    addresses.map((email) =>
      exempted(work, [email], everybody).then(
        () => true,
        () => false,
      ),
    ),
  );
  return still.includes(true);
}
