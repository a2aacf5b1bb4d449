import { join } from 'node:path';

/** Files in the state folder, the only one writable by the agent, that pass an upgrade to `apply-upgrade`. */
export function stagingOf(state: string) {
  const folder = join(state, 'upgrade');
  return {
    folder,
    manifest: join(folder, 'manifest.json'),
    signature: join(folder, 'manifest.json.sig'),
    /** The chain of release keys from the server; absent if it has none. */
    keys: join(folder, 'keys.json'),
    package: join(folder, 'package'),
    /** Its presence starts `apply-upgrade`. */
    ready: join(folder, 'ready'),
    /** Version rolled back here, as JSON of `Refusal`. */
    refused: join(folder, 'refused.json'),
    /** Reason why an upgrade could not be installed: `{version, message}`. */
    failed: join(folder, 'failed.json'),
    /** Progress of the agent's version, by its own report: `{version, health, at}`. */
    health: join(state, 'health.json'),
  } as const;
}
