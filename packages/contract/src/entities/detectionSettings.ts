import { RULE_IDS } from '@scout/detection/event';
import { NAME_KINDS, SETTINGS_LIMITS, settingsProblem } from '@scout/detection/settings';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

const nameRule = z.object({
  /** True when what the specification calls so counts. */
  standard: z.boolean(),
  /** Names and patterns with `*` and `?`, in any case. */
  entries: z.array(z.string().max(SETTINGS_LIMITS.entryLength)).max(SETTINGS_LIMITS.entries),
});

/** An organization's own names, as they are stored. */
export const detectionSettings = z.object({
  service_accounts: nameRule,
  production_servers: nameRule,
  workstations: nameRule,
  database_clients: nameRule,
});

/** The same as callers give them: refused with a sentence about the first entry that can tell no name. */
export const detectionSettingsRule = detectionSettings.superRefine((settings, context) => {
  const message = settingsProblem(settings);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** The settings in force, and how far stored events are judged by them. */
export const detectionSettingsState = z.object({
  /** 0 while an organization has saved none. */
  version: z.number().int().min(0),
  settings: detectionSettings,
  updated_at: isoTime.nullable(),
  updated_by: z.string().nullable(),
  /** Null once all stored events are judged by these settings. */
  judging: z
    .object({
      /** The oldest stored event; null until the first step. */
      since: isoTime.nullable(),
      /** Events from here on are judged; null until the first step. */
      judged_since: isoTime.nullable(),
      /** From 0 to 1, by time. */
      progress: z.number().min(0).max(1),
    })
    .nullable(),
});
export type DetectionSettingsState = z.output<typeof detectionSettingsState>;

const nameCount = z.object({ name: z.string(), events: z.number().int() });
const { previewNames } = limits.detectionSettings;

/** Names of one kind that settings would match, each with its events, most frequent first. */
const kindPreview = z.object({
  /** Distinct names that match now, and that would match. */
  now: z.number().int(),
  next: z.number().int(),
  /** Those that would match beside the present ones, those that no longer would, and those that stay. */
  added: z.array(nameCount).max(previewNames),
  removed: z.array(nameCount).max(previewNames),
  kept: z.array(nameCount).max(previewNames),
});
export type KindPreview = z.output<typeof kindPreview>;

/** Effect that settings would have on recent events. */
export const detectionPreview = z.object({
  /** The events that were looked at: those of the last 30 days, of many the newest. */
  events: z.number().int(),
  complete: z.boolean(),
  /** Time of the oldest of them; null without any. */
  since: isoTime.nullable(),
  names: z.object(
    Object.fromEntries(NAME_KINDS.map((kind) => [kind, kindPreview])) as Record<
      (typeof NAME_KINDS)[number],
      typeof kindPreview
    >,
  ),
  /** Incidents among these events, by rule. */
  incidents: z.array(z.object({ rule: z.enum(RULE_IDS), now: z.number().int(), next: z.number().int() })),
});
export type DetectionPreview = z.output<typeof detectionPreview>;
