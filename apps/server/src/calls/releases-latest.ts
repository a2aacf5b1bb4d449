import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const releasesLatest = implementCall(contract.releasesLatest, async (_input, { app }) => {
  const release = app.releases.current();
  return release && { ...release.manifest, files: [...release.manifest.files] };
});
