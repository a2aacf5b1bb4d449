import { type DetectionSettings, NAME_KINDS, type NameRule } from '@scout/detection';
import type pg from 'pg';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ChangeWork } from '../auth/index.ts';
import {
  lockSettings,
  readDetectionSettings,
  requestAssessment,
  writeDetectionSettings,
} from '../ingest/index.ts';

/**
 * Saves detection settings and notifies open pages. After the commit every batch is judged by them; pending batches are stored
 * before, or judged again. @throws Refusal settings_changed
 */
export async function changeDetectionSettings(
  { tx, tenantId, actor, now, log }: ChangeWork,
  client: pg.ClientBase,
  { version, settings }: { version: number; settings: DetectionSettings },
): Promise<void> {
  const { settings: before } = await readDetectionSettings(tx, tenantId);
  await lockSettings(client, tenantId);
  if (!(await writeDetectionSettings(tx, { tenantId, version, settings, now, by: actor }))) {
    throw new Refusal('settings_changed');
  }
  const changes = NAME_KINDS.flatMap((kind) => {
    const change = changeOf(before[kind], settings[kind]);
    return change === null ? [] : [[kind, change] as const];
  });
  await log({
    action: 'detection_settings_changed',
    details: { version: version + 1, ...Object.fromEntries(changes) },
  });
  await requestAssessment(tx, tenantId);
  await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
}

/** Maximum characters logged for one kind of names. */
const LOG_MAX = 300;

/** For example `standard names off; added sa_*; removed app_*`; null without a change. */
function changeOf(before: NameRule, after: NameRule): string | null {
  const without = (entries: readonly string[], others: readonly string[]) =>
    entries.filter((entry) => !others.includes(entry));
  const parts: string[] = [];
  if (before.standard !== after.standard) parts.push(`standard names ${after.standard ? 'on' : 'off'}`);
  const added = without(after.entries, before.entries);
  if (added.length > 0) parts.push(`added ${added.join(', ')}`);
  const removed = without(before.entries, after.entries);
  if (removed.length > 0) parts.push(`removed ${removed.join(', ')}`);
  if (parts.length === 0) return null;
  const text = parts.join('; ');
  return text.length <= LOG_MAX ? text : `${text.slice(0, LOG_MAX - 1).toWellFormed()}…`;
}
