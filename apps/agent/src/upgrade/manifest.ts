import { createPublicKey, verify } from 'node:crypto';
import { isNewer, type ReleaseFile, type ReleaseManifest, versionPattern } from '@scout/contract/releases';
import { Failure } from '../service/failure.ts';
import { fieldsOf } from '../transport/request.ts';

/** No manifest is longer. */
export const MANIFEST_BYTES = 64 * 1024;

function isFile(value: unknown): value is ReleaseFile {
  const { platform, arch, kind, path, bytes, sha256 } = fieldsOf(value);
  return (
    [platform, arch, kind, path].every((text) => typeof text === 'string') &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

/**
 * A manifest whose signature fits the trusted key. Nothing of it is looked at before.
 * @throws {Failure}
 */
export function verifiedManifest(text: Buffer, signature: Buffer, releaseKey: string): ReleaseManifest {
  let fits = false;
  try {
    fits = verify(null, text, createPublicKey(releaseKey), signature);
  } catch {
    throw new Failure('the trusted release key is damaged: install the agent again with a download of today');
  }
  if (!fits) throw new Failure('the release is not signed by the key that this agent trusts');
  const { version, files, built_at } = fieldsOf(JSON.parse(text.toString('utf8')));
  if (
    typeof version !== 'string' ||
    !versionPattern.test(version) ||
    !Array.isArray(files) ||
    !files.every(isFile)
  )
    throw new Failure('the manifest of the release is not one');
  return { version, files, built_at: String(built_at) };
}

/** The package in a release that holds this machine's program. @throws {Failure} when the release is not newer or has none */
export function upgradeIn(
  manifest: ReleaseManifest,
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
