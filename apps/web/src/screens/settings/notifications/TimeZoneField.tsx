import { Field, Select } from '@scout/ui';
import { useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { useTenantChange } from '../useTenantChange.ts';
import { zonesWith } from './zones.ts';

const words = { done: 'Settings saved', failed: 'Update failed' };

/** Time zone of alerts, set by an admin. */
export function TimeZoneField() {
  const isAdmin = useIsAdmin();
  const { tenant } = useOrganization();
  const change = useTenantChange();
  const zones = zonesWith(tenant.time_zone);
  if (!isAdmin)
    return (
      <p className="text-body text-content-muted">
        Emails show times in {tenant.time_zone}
        {tenant.time_zone !== 'UTC' && ' and UTC'}.
      </p>
    );
  return (
    <Field
      label="Time zone"
      hint="Emails show times in this time zone and in UTC, unless a recipient has another"
    >
      <Select
        options={zones.map((zone) => ({ value: zone, label: zone }))}
        value={tenant.time_zone}
        onValueChange={(time_zone) => change.mutate({ change: { time_zone }, words })}
      />
    </Field>
  );
}
