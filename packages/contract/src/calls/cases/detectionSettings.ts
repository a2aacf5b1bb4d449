import { declareCall } from '../../call.ts';
import { caseTrial } from '../../entities/caseTrial.ts';
import {
  detectionPreview,
  detectionSettingsRule,
  detectionSettingsState,
} from '../../entities/detectionSettings.ts';
import { z } from '../../zod.ts';

/** The organization's own names for service accounts, servers, workstations and database clients. */
export const detectionSettings = declareCall({
  access: 'member',
  also: ['analyst', 'auditor'],
  scope: 'detection:read',
  method: 'GET',
  path: '/rest/v1/detection_settings',
  summary: "The organization's detection settings",
  tag: 'Organizations',
  input: z.object({}),
  output: detectionSettingsState,
});

/** Names that settings would match in the events of the last 30 days, and the change in incidents. Nothing is saved. */
export const detectionSettingsPreview = declareCall({
  access: 'admin',
  scope: 'detection:write',
  trial: true,
  method: 'POST',
  path: '/functions/v1/preview-detection-settings',
  summary: 'Preview of detection settings',
  tag: 'Organizations',
  input: z.object({ settings: detectionSettingsRule }),
  output: detectionPreview,
});

/** Cases that settings would open and take away, judged on the stored activity of the last 90 days. Nothing is saved. */
export const detectionSettingsTry = declareCall({
  access: 'subscriber-admin',
  scope: 'detection:write',
  trial: true,
  method: 'POST',
  path: '/functions/v1/try-detection-settings',
  summary: 'Case preview of detection settings',
  tag: 'Organizations',
  input: z.object({ settings: detectionSettingsRule }),
  output: caseTrial,
  errors: ['trial_too_large'],
});

/** Saves settings. They apply to new events immediately, and to stored events in the background. */
export const detectionSettingsSave = declareCall({
  access: 'admin',
  scope: 'detection:write',
  method: 'PATCH',
  path: '/rest/v1/detection_settings',
  summary: 'Change the detection settings',
  tag: 'Organizations',
  input: z.object({
    /** Version that the change is based on; detects concurrent changes. */
    version: z.number().int().min(0).max(2_147_483_646),
    settings: detectionSettingsRule,
  }),
  output: detectionSettingsState,
  errors: ['settings_changed'],
});
