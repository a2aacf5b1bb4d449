import { contract } from '@scout/contract';
import { compileNaming } from '@scout/detection';
import { clockOf } from '../../events/index.ts';
import { readDetectionSettings } from '../../ingest/index.ts';
import { implementCall } from '../services.ts';
import { readRiskVerdicts } from '../sql/riskVerdicts.ts';

export const figuresRiskVerdicts = implementCall(
  contract.figuresRiskVerdicts,
  async (query, { app, tx, member }) => {
    const { settings } = await readDetectionSettings(tx, member.tenantId);
    const { isProductionServer } = compileNaming(settings);
    return readRiskVerdicts(tx, member.tenantId, clockOf(query, app.clock.now()), isProductionServer);
  },
);
