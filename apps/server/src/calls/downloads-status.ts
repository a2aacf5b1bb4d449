import { readBuildState } from '@scout/agent/packaging/buildState';
import { contract } from '@scout/contract';
import { implementCall } from './implementCall.ts';

export const downloadsStatus = implementCall(contract.downloadsStatus, async (_input, { app }) => ({
  build: await readBuildState(app.config.releasesRoot, app.clock.now()),
  reach: app.addresses.reach(),
}));
