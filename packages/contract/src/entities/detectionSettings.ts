import { RULE_IDS } from '@scout/detection/event';
import { NAME_KINDS, SETTINGS_LIMITS, settingsProblem } from '@scout/detection/settings';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** A rule for one kind of names. */
export const nameRule = z.object({
  /** True when the specification's standard names count. */
  standard: z.boolean(),
  /** Names and patterns with `*` and `?`, in any case. */
  entries: z.array(z.string().max(SETTINGS_LIMITS.entryLength)).max(SETTINGS_LIMITS.entries),
});

/** An organization's own names, as stored. */
export const detectionSettings = z.object({
  service_accounts: nameRule,
  production_servers: nameRule,
  workstations: nameRule,
  database_clients: nameRule,
});

/** The settings as callers send them: refused with a message about the first entry that cannot match a name. */
export const detectionSettingsRule = detectionSettings.superRefine((settings, context) => {
  const message = settingsProblem(settings);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** The settings in force, and progress of applying them to stored events. */
export const detectionSettingsState = z.object({
  /** 0 before the first save. */
  version: z.number().int().min(0),
  settings: detectionSettings,
  updated_at: isoTime.nullable(),
  updated_by: z.string().nullable(),
  /** Null once the settings apply to all stored events. */
  judging: z
    .object({
      /** Time of the oldest stored event; null until the first step. */
      since: isoTime.nullable(),
      /** The settings apply to events from this time on; null until the first step. */
      judged_since: isoTime.nullable(),
      /** From 0 to 1, by time. */
      progress: z.number().min(0).max(1),
    })
    .nullable(),
});
export type DetectionSettingsState = z.output<typeof detectionSettingsState>;

const nameCount = z.object({ name: z.string(), events: z.number().int() });
const { previewNames, previewRuleNames } = limits.detectionSettings;

/** Names that one rule matches, most frequent first. */
const ruleMatches = z.object({
  /** Number of distinct names. */
  names: z.number().int(),
  top: z.array(nameCount).max(previewRuleNames),
});
export type RuleMatches = z.output<typeof ruleMatches>;

/** Names of one kind that settings would match, with event counts, most frequent first. */
const kindPreview = z.object({
  /** Number of distinct names matched now, and with the new settings. */
  now: z.number().int(),
  next: z.number().int(),
  /** Names that would be added, removed and kept. */
  added: z.array(nameCount).max(previewNames),
  removed: z.array(nameCount).max(previewNames),
  kept: z.array(nameCount).max(previewNames),
  /** Matches of the standard rule, which may be switched off. */
  standard: ruleMatches,
  /** Matches of each own entry of the new settings. */
  entries: z.array(ruleMatches.extend({ entry: z.string() })).max(SETTINGS_LIMITS.entries),
});
export type KindPreview = z.output<typeof kindPreview>;

/** Effect of settings on recent events. */
export const detectionPreview = z.object({
  /** Events examined: those of the last 30 days, newest first up to the limit. */
  events: z.number().int(),
  complete: z.boolean(),
  /** Time of the oldest of them; null without events. */
  since: isoTime.nullable(),
  names: z.object(
    Object.fromEntries(NAME_KINDS.map((kind) => [kind, kindPreview])) as Record<
      (typeof NAME_KINDS)[number],
      typeof kindPreview
    >,
  ),
  /** Incidents in these events, by rule. */
  incidents: z.array(z.object({ rule: z.enum(RULE_IDS), now: z.number().int(), next: z.number().int() })),
});
export type DetectionPreview = z.output<typeof detectionPreview>;
