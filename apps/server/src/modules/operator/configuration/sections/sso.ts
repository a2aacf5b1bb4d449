import { isDeepStrictEqual } from 'node:util';
import { type SsoConnection, ssoClientSecret, ssoMetadata } from '@scout/contract';
import { withRole } from '../../../../platform/database/pool.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import {
  addConnection,
  changePresent,
  type MetadataSource,
  type PreparedConnection,
  prepareDescribed,
  prepareOidc,
  readConnection,
  readGiven,
  readStoredConnection,
  removePresent,
} from '../../../auth/index.ts';
import { fromTo, listDifference } from '../differences.ts';
import type { Path } from '../problems.ts';
import type { Configuration, Reference } from '../schema.ts';
import { type ApplyWork, declareSection, type PrepareWork } from '../section.ts';

type Wanted = NonNullable<Configuration['sso']>;
interface Given {
  readonly issuer: string;
  readonly source: MetadataSource;
}

/** What a file changes of the connection. */
interface Changes {
  /** Set up instead of the present one. */
  readonly create?: PreparedConnection | undefined;
  readonly sealed?: string | undefined;
  readonly given?: Given | undefined;
}

interface Prepared extends Changes {
  /** When the connection was set up that the file was compared with; null: none. */
  readonly since: string | null;
}

/** Single sign-on. Its rules are those of the page: it is off until an admin has tested it. */
export const sso = declareSection<'sso', Prepared>({
  name: 'sso',
  async read({ tx, tenantId }) {
    const present = await readConnection(tx, tenantId);
    if (!present) return null;
    const { protocol, issuer, client_id, metadata_url, state, admission, break_glass } = present;
    const common = { state, admission, break_glass };
    if (protocol === 'oidc')
      return { protocol, issuer, client_id, client_secret: { env: 'SCOUT_SSO_CLIENT_SECRET' }, ...common };
    return {
      protocol,
      ...(metadata_url === null ? { metadata: { env: 'SCOUT_SSO_METADATA' } } : { metadata_url }),
      ...common,
    };
  },
  async prepare(work, wanted) {
    if (wanted === null) return { since: null };
    const [present, stored] = await withRole(
      work.app.pool,
      { role: 'scout_admin', tenantId: work.tenantId },
      async (tx) => [await readConnection(tx, work.tenantId), await readStoredConnection(tx, work.tenantId)],
    );
    const prepared =
      wanted.protocol === 'oidc'
        ? await prepareOpenId(work, wanted, present, stored?.sealed)
        : await prepareMetadata(work, wanted, present, stored?.metadata ?? null);
    return { ...prepared, since: present?.created_at ?? null };
  },
  async apply(work, wanted, { create, sealed, given, since }) {
    const present = await readConnection(work.tx, work.tenantId);
    if (wanted === null) {
      if (!present) return;
      work.changed('-', 'sso', present.issuer);
      await work.attempt(['sso'], () => removePresent(work));
      return;
    }
    if ((present?.created_at ?? null) !== since)
      return work.problem(['sso'], 'Single sign-on was changed in the meantime. Apply the file again.');
    if (create) {
      work.changed(
        present ? '~' : '+',
        'sso',
        present ? fromTo(present.issuer, create.issuer) : create.issuer,
      );
      const isSet = await work.attempt(['sso', 'protocol'], async () => {
        if (present) await removePresent(work);
        await addConnection(work, create);
        return true;
      });
      if (!isSet) return;
    }
    const before = create ? await readConnection(work.tx, work.tenantId) : present;
    if (before) await adjust(work, wanted, before, { sealed, given });
  },
});

/** Changes what a connection can change without being set up again. */
async function adjust(
  work: ApplyWork,
  { state, admission, break_glass }: Wanted,
  before: SsoConnection,
  { sealed, given }: Changes,
): Promise<void> {
  const exempt = listDifference(before.break_glass, break_glass);
  if (sealed !== undefined) work.changed('~', 'sso.client_secret', 'replaced');
  if (given) work.changed('~', 'sso.metadata', given.source.metadata_url ?? 'replaced');
  if (before.state !== state) work.changed('~', 'sso.state', fromTo(before.state, state));
  if (before.admission !== admission) work.changed('~', 'sso.admission', fromTo(before.admission, admission));
  if (exempt !== undefined) work.changed('~', 'sso.break_glass', exempt);
  const change = {
    ...(before.state !== state && { state }),
    ...(before.admission !== admission && { admission }),
    ...(exempt !== undefined && { break_glass }),
    ...(sealed !== undefined && { sealed }),
    ...(given && { given }),
  };
  if (Object.keys(change).length === 0) return;
  try {
    await changePresent(work, change);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    work.problem(['sso', ...(partOf[error.code] ?? [])], error.message);
  }
}

/** The part of the section that a refusal is about. */
const partOf: Readonly<Record<string, Path>> = {
  sso_not_tested: ['state'],
  domain_not_verified: ['state'],
  sso_break_glass: ['break_glass'],
  sso_metadata: ['metadata'],
};

async function prepareOpenId(
  work: PrepareWork,
  { issuer, client_id, client_secret }: Extract<Wanted, { protocol: 'oidc' }>,
  present: SsoConnection | undefined,
  sealed: string | undefined,
): Promise<Changes | undefined> {
  const path = ['sso', 'client_secret'];
  const secret = work.secrets.valueOf(client_secret)?.trim();
  if (secret !== undefined && !ssoClientSecret.safeParse(secret).success) {
    work.problem(path, 'The value is no client secret.');
    return undefined;
  }
  const isSame = present?.protocol === 'oidc' && present.issuer === issuer && present.client_id === client_id;
  if (isSame) {
    if (secret === undefined) return {};
    const kept = await work.app.ssoSeal.open(sealed!).catch(() => undefined);
    return kept === secret ? {} : { sealed: await work.app.ssoSeal.seal(secret) };
  }
  if (secret === undefined) {
    work.problem(path, missing(client_secret));
    return undefined;
  }
  const create = await work.attempt(['sso', 'issuer'], () =>
    prepareOidc(work.app, { issuer, client_id, client_secret: secret }),
  );
  return { create };
}

async function prepareMetadata(
  work: PrepareWork,
  wanted: Extract<Wanted, { protocol: 'saml' }>,
  present: SsoConnection | undefined,
  description: object | null,
): Promise<Changes | undefined> {
  const isSaml = present?.protocol === 'saml';
  const { metadata_url } = wanted;
  if (isSaml && metadata_url !== undefined && metadata_url === present.metadata_url) return {};
  const part = metadata_url === undefined ? 'metadata' : 'metadata_url';
  const metadata = wanted.metadata && work.secrets.valueOf(wanted.metadata);
  if (wanted.metadata && metadata === undefined) {
    if (isSaml && description !== null) return {};
    work.problem(['sso', part], missing(wanted.metadata));
    return undefined;
  }
  const checked = ssoMetadata.optional().safeParse(metadata);
  if (!checked.success) {
    work.problem(['sso', part], checked.error.issues[0]!.message);
    return undefined;
  }
  return work.attempt(['sso', part], async () => {
    const given = await readGiven(work.app, work.tenantId, { metadata_url, metadata: checked.data });
    if (!isSaml || present.issuer !== given.issuer)
      return { create: await prepareDescribed(work.app, work.tenantId, given) };
    const isSame =
      metadata_url === undefined && isDeepStrictEqual(plain(given.source.metadata), plain(description));
    return isSame ? {} : { given };
  });
}

/** As the database returns it. */
const plain = (value: object | null): unknown => JSON.parse(JSON.stringify(value));

const missing = (reference: Reference): string =>
  'env' in reference ? `${reference.env} is not set.` : `${reference.file} cannot be read.`;
