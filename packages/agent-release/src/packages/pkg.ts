import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bom } from '../formats/bom.ts';
import { addToCpio, cpioEnd, dialects } from '../formats/cpio.ts';
import { type Content, directory, type Entry, file, link, sizeOf } from '../formats/entry.ts';
import { GzipMember } from '../formats/gzip.ts';
import { type Part, read, totalOf } from '../formats/part.ts';
import { type ArchiveEntry, xar } from '../formats/xar.ts';
import { type Body, type BuildInput, type Built, type Enrolment, enrolmentText } from './built.ts';

export interface PkgRecipe {
  readonly kind: 'pkg';
  readonly mtime: number;
  /** Base64. */
  readonly bom: string;
  readonly packageInfo: string;
  readonly payloadSha1: string;
  readonly body: Body;
}

const text = (name: string): string =>
  readFileSync(new URL(`../../files/macos/${name}`, import.meta.url), 'utf8');

const packageInfo = (version: string, entries: readonly Entry[]): string => {
  const kilobytes = Math.ceil(entries.reduce((sum, entry) => sum + sizeOf(entry), 0) / 1024);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<pkg-info format-version="2" identifier="scout.agent" version="${version}" install-location="/" auth="root">`,
    `  <payload numberOfFiles="${entries.length}" installKBytes="${kilobytes}"/>`,
    '  <scripts><preinstall file="./preinstall"/><postinstall file="./postinstall"/></scripts>',
    '</pkg-info>',
    '',
  ].join('\n');
};

const macEntries = (binary: Content): Entry[] => [
  directory('/'),
  directory('/Library'),
  directory('/Library/LaunchDaemons'),
  file('/Library/LaunchDaemons/scout.agent.plist', 0o644, text('scout.agent.plist')),
  file('/Library/LaunchDaemons/scout.agent.upgrade.plist', 0o644, text('scout.agent.upgrade.plist')),
  directory('/opt'),
  directory('/opt/scout-agent'),
  link('/opt/scout-agent/current', 'packaged/scout-agent'),
  link('/opt/scout-agent/proven', 'packaged/scout-agent'),
  directory('/opt/scout-agent/packaged'),
  { path: '/opt/scout-agent/packaged/scout-agent', type: 'file', mode: 0o755, content: binary },
];

/** A flat macOS package. */
export async function buildPkg({ version, mtime }: BuildInput, binary: Content): Promise<Built<PkgRecipe>> {
  const entries = macEntries(binary);
  const payload = new GzipMember();
  await addToCpio(payload, dialects.odc, entries, mtime);
  await payload.add(cpioEnd(dialects.odc));
  payload.end();
  const draft: PkgRecipe = {
    kind: 'pkg',
    mtime,
    bom: bom(entries, mtime).toString('base64'),
    packageInfo: packageInfo(version, entries),
    payloadSha1: await sha1Of(payload.parts),
    body: { offset: 0, length: payload.bytes },
  };
  const parts = await finish(draft, payload.parts, []);
  const offset = totalOf(parts) - payload.bytes;
  return { parts, recipe: { ...draft, body: { offset, length: payload.bytes } } };
}

/** The package with a configuration beside its scripts. */
export const configurePkg = (
  recipe: PkgRecipe,
  body: readonly Part[],
  enrolment: Enrolment,
): Promise<Part[]> => finish(recipe, body, [file('/enrolment.json', 0o600, enrolmentText(enrolment))]);

async function sha1Of(parts: readonly Part[]): Promise<string> {
  const hash = createHash('sha1');
  for await (const chunk of read(parts)) hash.update(chunk);
  return hash.digest('hex');
}

async function scriptsOf(more: readonly Entry[], mtime: number): Promise<Part[]> {
  const gzip = new GzipMember();
  const entries = [
    directory('/'),
    file('/preinstall', 0o755, text('preinstall')),
    file('/postinstall', 0o755, text('postinstall')),
    ...more,
  ];
  await addToCpio(gzip, dialects.odc, entries, mtime);
  await gzip.add(cpioEnd(dialects.odc));
  gzip.end();
  return gzip.parts;
}

async function finish(recipe: PkgRecipe, body: readonly Part[], more: readonly Entry[]): Promise<Part[]> {
  const small = async (name: string, parts: Part[]): Promise<ArchiveEntry> => ({
    name,
    parts,
    sha1: await sha1Of(parts),
  });
  // The payload is last, so that everything variable precedes it.
  return xar(
    [
      await small('Bom', [Buffer.from(recipe.bom, 'base64')]),
      await small('PackageInfo', [Buffer.from(recipe.packageInfo)]),
      await small('Scripts', await scriptsOf(more, recipe.mtime)),
      { name: 'Payload', parts: body, sha1: recipe.payloadSha1 },
    ],
    new Date(recipe.mtime * 1000),
  );
}
