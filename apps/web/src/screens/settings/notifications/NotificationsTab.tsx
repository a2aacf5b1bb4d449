import { Panel, PanelGrid, Switch } from '@scout/ui';
import { useState } from 'react';
import { useOrganization } from '../../../session/organization.ts';
import { toast } from '../../../shell/toast.tsx';
import { titled } from '../../../title.ts';
import { useTenantChange } from '../useTenantChange.ts';
import { readNotificationSettings, writeNotificationSettings } from './notificationSettings.ts';

export const meta = titled('Notifications');

const words = {
  done: 'Settings saved',
  failed: 'Update failed',
  failedText: 'Could not update email alerts preference',
};

/** What Scout mails: alerts, a setting of the organization; the monthly report, a wish kept in this browser. */
export default function NotificationsTab() {
  const { tenant } = useOrganization();
  const change = useTenantChange();
  const [local, setLocal] = useState(() => readNotificationSettings(localStorage));

  const setMonthly = (monthly_reports: boolean) => {
    const next = { ...local, monthly_reports };
    if (!writeNotificationSettings(localStorage, next)) {
      toast.error('Save failed', 'This browser does not keep settings.');
      return;
    }
    setLocal(next);
    toast.success('Settings saved');
  };
  const setAlerts = (receive_email_alerts: boolean) =>
    change.mutate(
      { change: { receive_email_alerts }, words },
      {
        onSuccess: () =>
          writeNotificationSettings(localStorage, { ...local, email_alerts: receive_email_alerts }),
      },
    );

  return (
    <PanelGrid>
      <Panel title="Email alerts" description={tenant.company_name} span={6}>
        <div className="pt-1">
          <Switch
            label="Receive email alerts"
            description={
              'For the alert recipients of the whole organization. No alert is mailed yet: the choice is kept until then.'
            }
            checked={tenant.receive_email_alerts}
            onCheckedChange={setAlerts}
          />
        </div>
      </Panel>
      <Panel title="Monthly reports" description="This browser" span={6}>
        <div className="pt-1">
          <Switch
            label="Receive monthly reports"
            description="Your choice is kept in this browser only. No report is mailed yet."
            checked={local.monthly_reports}
            onCheckedChange={setMonthly}
          />
        </div>
      </Panel>
    </PanelGrid>
  );
}
