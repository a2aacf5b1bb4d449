import { Panel, PanelGrid, Switch } from '@scout/ui';
import { useMay, useOrganization } from '../../../session/organization.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { titled } from '../../../title.ts';
import { useTenantChange } from '../useTenantChange.ts';
import { AlertRecipientsPanel } from './AlertRecipientsPanel.tsx';
import { ChannelsPanel } from './channels/ChannelsPanel.tsx';
import { EconomicsPanels } from './economics/EconomicsPanels.tsx';
import { MonthlyReportsPanel } from './MonthlyReportsPanel.tsx';
import { noteNotificationSetting } from './notificationSettings.ts';
import { TimeZoneField } from './TimeZoneField.tsx';

export const meta = titled('Notifications');

const words = {
  done: 'Settings saved',
  failed: 'Update failed',
  failedText: 'Could not update email alerts preference',
};

/** Mails and channels: alerts, stored for the organization and each recipient; the monthly report, stored for the person. */
export default function NotificationsTab() {
  const { tenant } = useOrganization();
  const may = useMay();
  const change = useTenantChange();

  const setAlerts = (receive_email_alerts: boolean) =>
    change.mutate(
      { change: { receive_email_alerts }, words },
      {
        onSuccess: () => noteNotificationSetting(localStorage, { email_alerts: receive_email_alerts }),
      },
    );

  usePageActions(
    may('tenantsUpdate')
      ? [
          {
            label: tenant.receive_email_alerts ? 'Stop email alerts' : 'Receive email alerts',
            access: 'member',
            run: () => setAlerts(!tenant.receive_email_alerts),
          },
        ]
      : [],
  );
  return (
    <PanelGrid>
      <Panel title="Email alerts" description={tenant.company_name} span={6}>
        <div className="flex flex-col gap-4 pt-1">
          <Switch
            label="Receive email alerts"
            description={
              tenant.is_subscribed
                ? 'Scout emails the organization’s alert recipients when a case opens or gets worse.'
                : 'Alerts are emailed to organizations with a subscription. Your choice is kept until then.'
            }
            checked={tenant.receive_email_alerts}
            disabled={!may('tenantsUpdate')}
            onCheckedChange={setAlerts}
          />
          <TimeZoneField />
        </div>
      </Panel>
      <MonthlyReportsPanel />
      <AlertRecipientsPanel />
      {may('channels') && tenant.is_subscribed && <ChannelsPanel />}
      {tenant.is_subscribed && <EconomicsPanels />}
    </PanelGrid>
  );
}
