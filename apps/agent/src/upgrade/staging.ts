import { join } from 'node:path';

/** Files in the state folder, the only one that the agent may write to, by which it hands an upgrade to `apply-upgrade`. */
export function stagingOf(state: string) {
  const folder = join(state, 'upgrade');
  return {
    folder,
    manifest: join(folder, 'manifest.json'),
    signature: join(folder, 'manifest.json.sig'),
    /** The chain of release keys, as the server has it; absent when it has none. */
    keys: join(folder, 'keys.json'),
    package: join(folder, 'package'),
    /** Its presence starts `apply-upgrade`. */
    ready: join(folder, 'ready'),
    /** Version that was rolled back here, as JSON of `Refusal`. */
    refused: join(folder, 'refused.json'),
    /** Why an upgrade could not be put in place: `{version, message}`. */
    failed: join(folder, 'failed.json'),
    /** How far the agent's version has come, as it says: `{version, health, at}`. */
    health: join(state, 'health.json'),
  } as const;
}
