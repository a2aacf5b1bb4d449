import { changedDetails } from '../../platform/database/audit.ts';
import type { ChangeWork } from '../auth/index.ts';

/** The settings, with the audit log action of each. */
const actions = {
  receive_email_alerts: 'email_alerts_changed',
  requires_second_factor: 'second_factor_requirement_changed',
  time_zone: 'time_zone_changed',
} as const;

type Setting = keyof typeof actions;
const settings = Object.keys(actions) as Setting[];

/** Settings that any member can switch (spec section 6, Notifications). */
const membersToo: ReadonlySet<string> = new Set<Setting>(['receive_email_alerts']);

/** True when the input contains no setting reserved for admins. */
export const isMembersToo = (wanted: object): boolean =>
  Object.entries(wanted).every(([setting, value]) => value === undefined || membersToo.has(setting));

/** Applies the given settings; changes are audited, unchanged values are not. */
export async function changeSettings(
  { tx, tenantId, now, log }: ChangeWork,
  wanted: Readonly<Partial<Record<Setting, boolean | string | undefined>>>,
): Promise<void> {
  const present = await tx
    .selectFrom('tenants')
    .select(settings)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  for (const setting of settings) {
    const value = wanted[setting];
    if (value === undefined || value === present[setting]) continue;
    await tx
      .updateTable('tenants')
      .set({ [setting]: value, updated_at: now })
      .where('tenant_id', '=', tenantId)
      .execute();
    const name = typeof value === 'boolean' ? 'enabled' : 'value';
    const details = changedDetails({ [name]: present[setting] }, { [name]: value });
    await log({ action: actions[setting], details });
  }
}
