import type { DetectionSettingsState } from '@scout/contract';
import { type DetectionSettings, STANDARD_SETTINGS } from '@scout/detection';
import type { Transaction } from '../../../platform/database/pool.ts';

/** The settings of an organization, and the progress of applying them to stored events. */
export async function readDetectionSettings(
  tx: Transaction,
  tenantId: string,
): Promise<DetectionSettingsState> {
  const row = await tx
    .selectFrom('detection_settings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined) {
    return {
      version: 0,
      settings: ownCopy(STANDARD_SETTINGS),
      updated_at: null,
      updated_by: null,
      judging: null,
    };
  }
  const { version, settings, updated_at, updated_by, judged_version, judge_from, judge_to, judged_from } =
    row;
  return {
    version,
    settings: ownCopy(settings),
    updated_at: updated_at.toISOString(),
    updated_by,
    judging:
      judged_version === version
        ? null
        : {
            since: judge_from?.toISOString() ?? null,
            judged_since: judged_from?.toISOString() ?? null,
            progress: progressOf(judge_from, judge_to, judged_from),
          },
  };
}

/** Saves settings as the version after `version`. As scout_admin. @returns false if another change was saved since */
export async function writeDetectionSettings(
  tx: Transaction,
  {
    tenantId,
    version,
    settings,
    now,
    by,
  }: { tenantId: string; version: number; settings: DetectionSettings; now: Date; by: string },
): Promise<boolean> {
  const values = {
    version: version + 1,
    settings: JSON.stringify(settings),
    updated_at: now,
    updated_by: by,
    judge_from: null,
    judge_to: null,
    judged_from: null,
  };
  if (version === 0) {
    const { judge_from, judge_to, judged_from, ...inserted } = values;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('detection_settings')
      .values({ tenant_id: tenantId, ...inserted })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('detection_settings')
    .set(values)
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

function progressOf(from: Date | null, to: Date | null, judgedFrom: Date | null): number {
  if (!from || !to || !judgedFrom || to <= from) return 0;
  return (to.getTime() - judgedFrom.getTime()) / (to.getTime() - from.getTime());
}

const ownCopy = (settings: DetectionSettings): DetectionSettingsState['settings'] =>
  structuredClone(settings) as DetectionSettingsState['settings'];
