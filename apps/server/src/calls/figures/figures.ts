import { contract } from '@scout/contract';
import { compileNaming } from '@scout/detection';
import { readDetectionSettings } from '../../queries/detectionSettings.ts';
import { readAiRisk } from '../../queries/figures/aiRisk.ts';
import { clockOf } from '../../queries/figures/clockOf.ts';
import { readFailedLogons } from '../../queries/figures/failedLogons.ts';
import { readInfrastructureChanges } from '../../queries/figures/infrastructureChanges.ts';
import { readInteractiveLogons } from '../../queries/figures/interactiveLogons.ts';
import { readRiskVerdicts } from '../../queries/figures/riskVerdicts.ts';
import { readServiceAccountActivity } from '../../queries/figures/serviceAccountActivity.ts';
import { implementCall } from '../implementCall.ts';

export const figuresServiceAccountActivity = implementCall(
  contract.figuresServiceAccountActivity,
  (query, { app, tx, member }) =>
    readServiceAccountActivity(tx, member.tenantId, clockOf(query, app.clock.now())),
);

export const figuresFailedLogons = implementCall(contract.figuresFailedLogons, (query, { app, tx, member }) =>
  readFailedLogons(tx, member.tenantId, clockOf(query, app.clock.now())),
);

export const figuresInteractiveLogons = implementCall(
  contract.figuresInteractiveLogons,
  (query, { app, tx, member }) => readInteractiveLogons(tx, member.tenantId, clockOf(query, app.clock.now())),
);

export const figuresAiRisk = implementCall(contract.figuresAiRisk, (query, { app, tx, member }) =>
  readAiRisk(tx, member.tenantId, clockOf(query, app.clock.now())),
);

export const figuresRiskVerdicts = implementCall(
  contract.figuresRiskVerdicts,
  async (query, { app, tx, member }) => {
    const { settings } = await readDetectionSettings(tx, member.tenantId);
    const { isProductionServer } = compileNaming(settings);
    return readRiskVerdicts(tx, member.tenantId, clockOf(query, app.clock.now()), isProductionServer);
  },
);

export const figuresInfrastructureChanges = implementCall(
  contract.figuresInfrastructureChanges,
  (query, { app, tx, member }) =>
    readInfrastructureChanges(tx, member.tenantId, clockOf(query, app.clock.now())),
);
