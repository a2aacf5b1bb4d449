import { contract, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { changeAsAdmin } from '../../auth/index.ts';
import { readDetectionSettings } from '../../ingest/index.ts';
import { changeDetectionSettings } from '../changeDetectionSettings.ts';
import { implementCall } from '../services.ts';

export const detectionSettings = implementCall(contract.detectionSettings, (_input, { tx, member }) =>
  readDetectionSettings(tx, member.tenantId),
);

export const detectionSettingsPreview = implementCall(
  contract.detectionSettingsPreview,
  async ({ settings: proposed }, { app, tx, member, gone }) => {
    const { tenantId } = member;
    await app.rates.consume('detectionPreviewPerOrganization', tenantId);
    const { settings: present } = await readDetectionSettings(tx, tenantId);
    const to = app.clock.now();
    const { previewDays, previewEvents } = limits.detectionSettings;
    const scope = { tenantId, from: to - previewDays * DAY, to, events: previewEvents };
    return app.trials.run(member, 'preview', { scope, present, proposed }, gone);
  },
);

export const detectionSettingsTry = implementCall(
  contract.detectionSettingsTry,
  async ({ settings: proposed }, { app, tx, member, gone }) => {
    const { tenantId } = member;
    await app.rates.consume('caseTrialPerOrganization', tenantId);
    const { settings: present } = await readDetectionSettings(tx, tenantId);
    const scope = { tenantId, now: app.clock.now() };
    return app.trials.run(member, 'settings', { scope, present, proposed }, gone);
  },
);

export const detectionSettingsSave = implementCall(
  contract.detectionSettingsSave,
  async ({ version, settings }, context) => {
    await context.app.rates.consume('detectionSettingsPerOrganization', context.member.tenantId);
    return changeAsAdmin(context, async (work) => {
      await changeDetectionSettings(work, context.client, { version, settings });
      return readDetectionSettings(work.tx, work.tenantId);
    });
  },
);
