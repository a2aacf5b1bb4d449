import { declareCall } from '../../call.ts';
import {
  detectionPreview,
  detectionSettingsRule,
  detectionSettingsState,
} from '../../entities/detectionSettings.ts';
import { z } from '../../zod.ts';

/** The organization's own names for service accounts, servers, workstations and database clients. */
export const detectionSettings = declareCall({
  access: 'member',
  method: 'GET',
  path: '/rest/v1/detection_settings',
  summary: "The organization's detection settings",
  tag: 'Organizations',
  input: z.object({}),
  output: detectionSettingsState,
});

/** Which names settings would match among the events of the last 30 days, and how incidents would change. Nothing is saved. */
export const detectionSettingsPreview = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/preview-detection-settings',
  summary: 'What detection settings would change',
  tag: 'Organizations',
  input: z.object({ settings: detectionSettingsRule }),
  output: detectionPreview,
});

/** Saves settings. New events are judged by them at once, stored events again in the background. */
export const detectionSettingsSave = declareCall({
  access: 'admin',
  method: 'PATCH',
  path: '/rest/v1/detection_settings',
  summary: 'Change the detection settings',
  tag: 'Organizations',
  input: z.object({
    /** Of the settings that were changed: others may have saved since. */
    version: z.number().int().min(0).max(2_147_483_646),
    settings: detectionSettingsRule,
  }),
  output: detectionSettingsState,
  errors: ['settings_changed'],
});
