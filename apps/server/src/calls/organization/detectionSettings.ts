import { contract, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { trySettings } from '../../assessor/trial/trySettings.ts';
import { changeAsAdmin, readAsAdmin } from '../../organizations/asAdmin.ts';
import { changeDetectionSettings } from '../../organizations/changeDetectionSettings.ts';
import { previewDetection } from '../../queries/detectionPreview.ts';
import { readDetectionSettings } from '../../queries/detectionSettings.ts';
import { implementCall } from '../implementCall.ts';

export const detectionSettings = implementCall(contract.detectionSettings, (_input, { tx, member }) =>
  readDetectionSettings(tx, member.tenantId),
);

export const detectionSettingsPreview = implementCall(
  contract.detectionSettingsPreview,
  async ({ settings }, { app, tx, member: { tenantId } }) => {
    await app.rates.consume('detectionPreviewPerOrganization', tenantId);
    const { settings: present } = await readDetectionSettings(tx, tenantId);
    const to = app.clock.now();
    const { previewDays, previewEvents } = limits.detectionSettings;
    const scope = { tenantId, from: to - previewDays * DAY, to, events: previewEvents };
    return previewDetection(tx, scope, present, settings);
  },
);

export const detectionSettingsTry = implementCall(
  contract.detectionSettingsTry,
  async ({ settings: proposed }, context) => {
    const {
      app,
      client,
      member: { tenantId },
    } = context;
    await app.rates.consume('caseTrialPerOrganization', tenantId);
    const { settings: present } = await readDetectionSettings(await readAsAdmin(context), tenantId);
    return trySettings(client, { tenantId, now: app.clock.now() }, { present, proposed });
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
