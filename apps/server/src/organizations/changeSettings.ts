import type { ChangeWork } from './asAdmin.ts';

/** The settings, and what the audit log calls a change of each. */
const actions = {
  receive_email_alerts: 'email_alerts_changed',
  requires_second_factor: 'second_factor_requirement_changed',
  time_zone: 'time_zone_changed',
} as const;

type Setting = keyof typeof actions;
const settings = Object.keys(actions) as Setting[];

/** Those that any member switches (spec section 6, Notifications). */
const membersToo: ReadonlySet<string> = new Set<Setting>(['receive_email_alerts']);

/** True when nothing is given that only an admin may change, which is all but what is named above. */
export const isMembersToo = (wanted: object): boolean =>
  Object.entries(wanted).every(([setting, value]) => value === undefined || membersToo.has(setting));

/** Sets what is given; what changes by it has an entry in the audit log, what stays has none. */
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
    const details = typeof value === 'boolean' ? { enabled: value } : { value };
    await log({ action: actions[setting], details });
  }
}
