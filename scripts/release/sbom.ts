import type { ShippedPackage } from './contents.ts';

/** A part of the release that is not an npm package. */
export interface OtherPart {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly purl: string;
}

const purlOf = ({ name, version }: ShippedPackage): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** An SPDX expression; a single license is also one. */
const licensesOf = (license: string | undefined) => (license ? [{ expression: license }] : []);

function hashesOf(integrity: string | undefined) {
  const [algorithm, base64] = integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512' || base64 === undefined) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}

/** The bill of materials of a release in CycloneDX 1.6: reproducible for the same parts. */
export function billOfMaterials(
  version: string,
  time: Date,
  packages: readonly ShippedPackage[],
  others: readonly OtherPart[],
): string {
  const own = `pkg:generic/scout@${version}`;
  // A version of a package may be in several folders.
  const unique = new Map(packages.map((one) => [purlOf(one), one]));
  const components = [
    ...[...unique].map(([purl, one]) => ({
      type: 'library',
      'bom-ref': purl,
      name: one.name,
      version: one.version,
      purl,
      licenses: licensesOf(one.license),
      hashes: hashesOf(one.integrity),
    })),
    ...others.map(({ name, version: theirs, license, purl }) => ({
      type: 'application',
      'bom-ref': purl,
      name,
      version: theirs,
      purl,
      licenses: licensesOf(license),
    })),
  ].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: { type: 'application', 'bom-ref': own, name: 'scout', version, purl: own },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
