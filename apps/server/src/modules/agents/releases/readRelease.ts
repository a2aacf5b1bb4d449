import { createHash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestKey, parseKeyChain, releaseKeyOf } from '@scout/agent-release/keys';
import type { Recipes } from '@scout/agent-release/pieces';
import { releaseManifest } from '@scout/contract/entities/releaseManifest';
import type { ReleaseFile, ReleaseManifest } from '@scout/contract/releases';

/** A release on disk, as built and signed by `npm run build:agents`. */
export interface Release {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
  /** The manifest's bytes, as served and signed. */
  readonly manifestText: Buffer;
  /** Raw Ed25519 signature of the manifest, 64 bytes. */
  readonly signature: Buffer;
  /** `keys.json`, by which agents follow changes of the signing key. */
  readonly keysText: Buffer;
  /** PEM of the signing key. */
  readonly publicPem: string;
  readonly files: ReadonlyMap<string, ReleaseFile>;
  readonly recipes: Recipes;
}

/**
 * Reads a release and checks the build's signature: of the manifest, and through it of the recipes. Packages are checked on
 * request.
 * @param trusted PEM of the key that signed earlier releases; null if there were none
 * @throws Error when it is incomplete, modified, or signed by a key that the trusted one did not announce
 */
export function readRelease(folder: string, trusted: string | null): Release {
  const read = (name: string) => readFileSync(join(folder, name));
  const [manifestText, signature, keysText] = [
    read('manifest.json'),
    read('manifest.json.sig'),
    read('keys.json'),
  ];
  const publicPem = newestKey(keysText, trusted ?? parseKeyChain(keysText).keys[0]!.key);
  if (!verify(null, manifestText, releaseKeyOf(publicPem), signature))
    throw new Error('The manifest is not signed by the trusted release key.');
  const manifest = releaseManifest.parse(JSON.parse(manifestText.toString('utf8')));
  const recipesText = read('recipes.json');
  if (createHash('sha256').update(recipesText).digest('hex') !== manifest.recipes.sha256)
    throw new Error('The recipes are not those of the manifest.');
  return {
    folder,
    manifest,
    manifestText,
    signature,
    keysText,
    publicPem,
    files: new Map(manifest.files.map((file) => [file.path, file])),
    recipes: JSON.parse(recipesText.toString('utf8')) as Recipes,
  };
}
