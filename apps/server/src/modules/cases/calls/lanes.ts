import { contract } from '@scout/contract';
import { compileNaming } from '@scout/detection';
import { readDetectionSettings } from '../../ingest/index.ts';
import { implementCall } from '../services.ts';
import { readAssessments } from '../sql/assessment.ts';
import { readLanes } from '../sql/lanes.ts';

export const casesLanes = implementCall(contract.casesLanes, async (query, { app, tx, member }) => {
  const { tenantId } = member;
  const { settings } = await readDetectionSettings(tx, tenantId);
  const { isDatabaseClient } = compileNaming(settings);
  const scope = {
    tenantId,
    now: app.clock.now(),
    // Activity has only the file name; clients of Linux and macOS match only by path.
    isDatabaseClient: (file: string) => isDatabaseClient(`/${file}`),
  };
  const lanes = await readLanes(tx, scope, query);
  const assessments = await readAssessments(tx, app.clock.now(), tenantId);
  return { ...lanes, assessment: assessments.get(tenantId)! };
});
