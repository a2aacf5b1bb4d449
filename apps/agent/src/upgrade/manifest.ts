import { verify } from 'node:crypto';
import { releaseKeyOf } from '@scout/agent-release/keys';
import { INDEX_BYTES } from '@scout/agent-release/programBlocks';
import {
  isNewer,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleaseProgram,
  versionPattern,
} from '@scout/contract/releases';
import { Failure } from '../runtime/failure.ts';
import { fieldsOf } from '../transport/request.ts';

/** Larger than any manifest. */
export const MANIFEST_BYTES = 64 * 1024;

/** The fields of a manifest that an agent needs. */
export type Offer = Pick<ReleaseManifest, 'version' | 'files'>;

function isFile(value: unknown): value is ReleaseFile {
  const { platform, arch, kind, path } = fieldsOf(value);
  return [platform, arch, kind, path].every((text) => typeof text === 'string') && isContent(value);
}

function isContent(value: unknown): boolean {
  const { bytes, sha256 } = fieldsOf(value);
  return Number.isSafeInteger(bytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}

/** Undefined for a program without an index that this agent reads: the whole package is fetched instead. */
function programOf(file: ReleaseFile): ReleaseProgram | undefined {
  const { program } = file;
  const index = fieldsOf(program).index;
  return isContent(program) && isContent(index) && program!.index.bytes <= INDEX_BYTES ? program : undefined;
}

/**
 * Parses a manifest after checking its signature with the trusted key.
 * @throws {Failure}
 */
export function verifiedManifest(text: Buffer, signature: Buffer, releaseKey: string): Offer {
  if (!verify(null, text, releaseKeyOf(releaseKey), signature))
    throw new Failure("the release is not signed by this agent's trusted key");
  const { version, files } = fieldsOf(JSON.parse(text.toString('utf8')));
  if (
    typeof version !== 'string' ||
    !versionPattern.test(version) ||
    !Array.isArray(files) ||
    !files.every(isFile)
  )
    throw new Failure('the release has no valid manifest');
  return { version, files: files.map((file) => ({ ...file, program: programOf(file) })) };
}

/** The package in a release with this machine's program. @throws {Failure} when the release is not newer or has none */
export function upgradeIn(
  manifest: Offer,
  present: string,
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): ReleaseFile {
  if (!isNewer(manifest.version, present))
    throw new Failure(`version ${manifest.version} is not newer than ${present}, which runs here`);
  const [system, kind] = (
    { win32: ['windows', 'exe'], darwin: ['macos', 'tar.gz'], linux: ['linux', 'tar.gz'] } as Record<
      string,
      string[]
    >
  )[platform] ?? ['none'];
  const file = manifest.files.find(
    (each) =>
      each.platform === system && each.kind === kind && (each.arch === arch || each.arch === 'universal'),
  );
  if (!file) throw new Failure(`release ${manifest.version} has no program for ${platform} ${arch}`);
  return file;
}
