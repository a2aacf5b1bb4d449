import { join } from 'node:path';

/** Files in the state folder by which the agent, which may write nowhere else, hands an upgrade to whoever may. */
export function stagingOf(state: string) {
  const folder = join(state, 'upgrade');
  return {
    folder,
    manifest: join(folder, 'manifest.json'),
    signature: join(folder, 'manifest.json.sig'),
    package: join(folder, 'package'),
    /** Its presence starts `apply-upgrade`. */
    ready: join(folder, 'ready'),
    /** Version that did not come up here, as JSON `{version}`: not tried again. */
    refused: join(folder, 'refused.json'),
    /** Written by the agent once the server heard it: `{version, at}`. */
    health: join(state, 'health.json'),
  } as const;
}
