import {
  type Channel,
  formatsOfKind,
  isTicketKind,
  newChannel,
  type TicketSettings,
  ticketSettings,
} from '@scout/contract';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { certificatesIn } from '../../../../platform/outgoing/certificates.ts';
import {
  addChannel,
  type ChannelWork,
  type Credentials,
  changeChannel,
  changeTicketSystem,
  deleteChannel,
  readStoredChannels,
  rotateChannel,
  type StoredChannel,
} from '../../../alerts/index.ts';
import { fromTo, listDifference, named, valueText } from '../differences.ts';
import type { Configuration, Reference } from '../schema.ts';
import { type ApplyWork, declareSection, type ReadWork } from '../section.ts';
import {
  credentialDifferences,
  exportedTicketSystem,
  readCredentials,
  settingsDifferences,
} from './ticketChannels.ts';

type Wanted = NonNullable<Configuration['channels']>[number];

/** Bytes of a signing secret of Standard Webhooks. */
const SECRET_BYTES = { least: 24, most: 64 };

/** Receivers of cases, by name. */
export const channels = declareSection({
  name: 'channels',
  async read(work) {
    const present = await readStoredChannels(work);
    if (new Set(present.map(({ name }) => name)).size < present.length)
      throw new Refusal('configuration_names');
    const variable = variables();
    const rows = [];
    for (const stored of present.toSorted(byName)) {
      const { name, kind, url, format, ca, ...row } = stored;
      const isSecret = kind === 'slack' || kind === 'teams';
      rows.push({
        name,
        kind,
        url: isSecret || mayHoldSecret(url) ? { env: variable(name, 'URL') } : url,
        ...(kind === 'webhook' && { secret: { env: variable(name, 'SECRET') } }),
        ...(isTicketKind(kind) &&
          exportedTicketSystem(row, readCredentials(await openSecret(work, stored)), (what) => ({
            env: variable(name, what),
          }))),
        format,
        ...(ca !== null && { ca }),
        min_severity: row.min_severity,
        ...(row.account_pattern !== null && { account_pattern: row.account_pattern }),
        ...(row.finding_kinds.length > 0 && { finding_kinds: row.finding_kinds }),
        is_active: row.is_active,
      });
    }
    return rows;
  },
  async apply(work, wanted) {
    const present = await readStoredChannels(work);
    const stored = new Map(present.map((each) => [each.name, each]));
    if (stored.size < present.length) work.problem(['channels'], new Refusal('configuration_names').message);
    const names = new Set<string>();
    for (const [index, { name }] of wanted.entries()) {
      if (names.has(name)) work.problem(['channels', index, 'name'], 'This name stands here twice.');
      names.add(name);
    }
    // Deletions come first, because the number of channels is limited.
    for (const { name, channel_id } of present.toSorted(byName)) {
      if (names.has(name)) continue;
      work.changed('-', named('channels', name));
      await work.attempt(['channels'], () => deleteChannel(channelWork(work), channel_id));
    }
    for (const [index, each] of wanted.entries()) await applyOne(work, index, each, stored.get(each.name));
  },
});

async function applyOne(
  work: ApplyWork,
  index: number,
  wanted: Wanted,
  stored: StoredChannel | undefined,
): Promise<void> {
  const path = ['channels', index];
  const { name, kind, ca } = wanted;
  const format = wanted.format ?? formatsOfKind[kind][0];
  const storedSecret = await openSecret(work, stored);
  const storedUrl =
    stored && (stored.kind === 'slack' || stored.kind === 'teams' ? storedSecret : stored.url);
  const sameKind = stored !== undefined && stored.kind === kind;
  const url = resolved(work, wanted.url) ?? (sameKind ? storedUrl : undefined);
  if (url === undefined)
    return work.problem(
      [...path, 'url'],
      `${missing(wanted.url as Reference)} It is the address of a new channel.`,
    );
  // Stored credentials are never sent to an address that they were not given for.
  const isSameSystem = isTicketKind(kind) && sameKind && URL.canParse(url) && new URL(url).href === storedUrl;
  const storedCredentials = isSameSystem ? readCredentials(storedSecret) : undefined;
  const credentials = credentialsOf(work, path, wanted, storedCredentials);
  if (credentials === undefined) return;
  const given = newChannel.safeParse({
    ...wanted,
    url,
    format,
    credential: credentials?.credential,
    reading_credential: credentials?.reading,
  });
  if (!given.success) {
    for (const { path: within, message } of given.error.issues)
      work.problem([...path, ...within.slice(0, 1)], message);
    return;
  }
  const secret = wanted.secret && resolved(work, wanted.secret);
  if (secret !== undefined && !isSigningSecret(secret))
    return work.problem(
      [...path, 'secret'],
      'The value is no signing secret: whsec_ and 24 to 64 bytes in Base64.',
    );
  const change = channelWork(work);
  if (stored && sameKind) {
    const differing = [
      ...(new URL(given.data.url).href === storedUrl ? [] : [addressText(wanted, stored)]),
      ...(stored.format === format ? [] : [`format ${fromTo(stored.format, format)}`]),
      ...(sameCertificates(stored.ca, ca) ? [] : ['ca changed']),
    ];
    if (differing.length === 0) {
      if (credentials)
        await adjustTicketSystem(work, path, given.data, stored, { credentials, storedCredentials });
      return adjust(work, path, wanted, stored, { secret, storedSecret });
    }
    work.changed('~', named('channels', name), `recreated: ${differing.join('; ')}`);
  } else if (stored)
    work.changed('~', named('channels', name), `recreated: kind ${fromTo(stored.kind, kind)}`);
  else work.changed('+', named('channels', name), kind);
  const kept = kind === 'webhook' && sameKind ? storedSecret : undefined;
  if (kind === 'webhook' && wanted.secret && (secret ?? kept) === undefined)
    return work.problem(
      [...path, 'secret'],
      `${missing(wanted.secret)} It signs the messages of a new channel.`,
    );
  await work.attempt([...path, 'name'], async () => {
    if (stored) await deleteChannel(change, stored.channel_id);
    const { channel } = await addChannel(change, { ...given.data, secret: secret ?? kept });
    if (!wanted.is_active) await changeChannel(change, channel.channel_id, { is_active: false });
  });
}

/** Changes what a channel can change without being recreated. */
async function adjust(
  work: ApplyWork,
  path: readonly PropertyKey[],
  wanted: Wanted,
  stored: StoredChannel,
  { secret, storedSecret }: { secret: string | undefined; storedSecret: string | undefined },
): Promise<void> {
  const { min_severity, account_pattern, finding_kinds, is_active } = wanted;
  const kinds = listDifference(stored.finding_kinds, finding_kinds);
  const differing = [
    ...(['min_severity', 'account_pattern', 'is_active'] as const).flatMap((field) =>
      stored[field] === wanted[field] ? [] : [`${field} ${fromTo(stored[field], wanted[field])}`],
    ),
    ...(kinds === undefined ? [] : [`finding_kinds ${kinds}`]),
  ];
  const change = channelWork(work);
  if (differing.length > 0) {
    work.changed('~', named('channels', wanted.name), differing.join('; '));
    const settings = { min_severity, account_pattern, finding_kinds, is_active };
    await work.attempt([...path, 'name'], () => changeChannel(change, stored.channel_id, settings));
  }
  if (secret === undefined || secret === storedSecret) return;
  work.changed('~', named('channels', wanted.name), 'secret replaced; the former one also signs for a day');
  await work.attempt([...path, 'secret'], () => rotateChannel(change, stored.channel_id, secret));
}

/** Changes a ticket system in its place, so that it keeps its tickets. */
async function adjustTicketSystem(
  work: ApplyWork,
  path: readonly PropertyKey[],
  { name, settings }: { name: string; settings?: TicketSettings | undefined },
  stored: StoredChannel,
  {
    credentials,
    storedCredentials,
  }: { credentials: Credentials; storedCredentials: Credentials | undefined },
): Promise<void> {
  const ofSettings = settingsDifferences(stored.settings, settings);
  const ofCredentials = credentialDifferences(storedCredentials, credentials);
  if (ofSettings.length === 0 && ofCredentials.length === 0) return;
  work.changed('~', named('channels', name), [...ofSettings, ...ofCredentials].join('; '));
  await work.attempt([...path, 'settings'], () =>
    changeTicketSystem(channelWork(work), stored.channel_id, {
      settings: ofSettings.length > 0 ? (settings ?? ticketSettings.parse({})) : undefined,
      credentials: ofCredentials.length > 0 ? credentials : undefined,
    }),
  );
}

/** The credentials that a ticket system shall have; null: of another kind. Undefined after a problem. */
function credentialsOf(
  work: ApplyWork,
  path: readonly PropertyKey[],
  { kind, credential: reference, reading_credential }: Wanted,
  stored: Credentials | undefined,
): Credentials | null | undefined {
  if (!isTicketKind(kind) || reference === undefined) return null;
  const credential = resolved(work, reference) ?? stored?.credential;
  const reading = reading_credential && (resolved(work, reading_credential) ?? stored?.reading);
  const none = (name: 'credential' | 'reading_credential', given: Reference) =>
    work.problem([...path, name], `${missing(given)} None is stored for this channel and address.`);
  if (credential === undefined) none('credential', reference);
  if (reading_credential && reading === undefined) none('reading_credential', reading_credential);
  if (credential === undefined || (reading_credential && reading === undefined)) return undefined;
  return { credential, ...(reading !== undefined && { reading }) };
}

const channelWork = (work: ApplyWork): ChannelWork => ({
  ...work,
  seal: work.app.channelSeal,
  poster: work.app.poster,
  syslog: work.app.syslog,
});

const resolved = (work: ApplyWork, given: string | Reference): string | undefined =>
  typeof given === 'string' ? given : work.secrets.valueOf(given)?.trim();

/** The secret in cleartext; undefined without one, or if it cannot be read any more. */
async function openSecret(
  { app }: Pick<ReadWork, 'app'>,
  stored: StoredChannel | undefined,
): Promise<string | undefined> {
  if (!stored?.sealed) return undefined;
  return app.channelSeal.open(stored.sealed).catch(() => undefined);
}

const missing = (reference: Reference): string =>
  'env' in reference ? `${reference.env} is not set.` : `${reference.file} cannot be read.`;

function isSigningSecret(text: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (encoded === undefined) return false;
  const bytes = Buffer.from(encoded, 'base64');
  const { least, most } = SECRET_BYTES;
  return bytes.toString('base64') === encoded && bytes.length >= least && bytes.length <= most;
}

/** True of an address with a query, or with a part that is long and has digits as tokens do. */
function mayHoldSecret(address: string): boolean {
  const { pathname, search } = new URL(address);
  return search !== '' || pathname.split('/').some((part) => part.length >= 16 && /\d/.test(part));
}

/** Addresses behind references are secrets, and so may others be. */
const addressText = ({ url }: Wanted, stored: Channel): string =>
  typeof url === 'string' && !mayHoldSecret(url) && !mayHoldSecret(stored.url)
    ? `url ${fromTo(stored.url, valueText(url))}`
    : 'url changed';

const sameCertificates = (stored: string | null, wanted: string | null): boolean =>
  stored === (wanted === null ? null : (certificatesIn(wanted) ?? wanted));

/** The same order in every export: channels of one file are of the same age. */
const byName = (a: StoredChannel, b: StoredChannel): number => (a.name < b.name ? -1 : 1);

/** Names of variables for the secrets of channels, each once. */
function variables(): (channel: string, what: string) => string {
  const taken = new Set<string>();
  return (channel, what) => {
    const base = channel
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60);
    for (let n = 1; ; n += 1) {
      const name = ['SCOUT_CHANNEL', ...(base === '' ? [] : [base]), ...(n === 1 ? [] : [n]), what].join('_');
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
}
