import { contract } from '@scout/contract';
import { compileNaming } from '@scout/detection';
import { readAssessments } from '../../queries/cases/assessment.ts';
import { readLanes } from '../../queries/cases/lanes.ts';
import { readDetectionSettings } from '../../queries/detectionSettings.ts';
import { implementCall } from '../implementCall.ts';

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
