import { ErrorState, Panel, Skeleton, Switch } from '@scout/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { toast } from '../../../shell/toast.tsx';
import { noteNotificationSetting } from './notificationSettings.ts';

/** The person's own subscription to monthly reports. */
export function MonthlyReportsPanel() {
  const { tenant } = useOrganization();
  const queries = useQueryClient();
  const { queryKey, ...options } = query.reportSubscription.queryOptions({ input: {} });
  const subscription = useQuery({ queryKey, ...options });
  const change = useMutation({
    mutationFn: (monthly: boolean) => api.reportSubscriptionUpdate({ monthly }),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      noteNotificationSetting(localStorage, { monthly_reports: saved.monthly });
      toast.success('Settings saved');
    },
    onError: (error) => toast.error('Update failed', messageOf(error)),
  });
  const monthly = subscription.data?.monthly;
  usePageActions(
    monthly === undefined || change.isPending
      ? []
      : [
          {
            label: monthly ? 'Stop monthly reports' : 'Receive monthly reports',
            access: 'member',
            run: () => change.mutate(!monthly),
          },
        ],
  );
  return (
    <Panel title="Monthly reports" description="For you" span={6}>
      <div className="pt-1">
        {subscription.data ? (
          <Switch
            label="Receive monthly reports"
            description={
              tenant.is_subscribed
                ? `On the first of each month, in ${tenant.time_zone}, Scout emails you last month’s figures with a PDF.`
                : 'Reports are emailed to members of organizations with a subscription. Your choice is kept until then.'
            }
            checked={change.isPending ? change.variables : subscription.data.monthly}
            disabled={change.isPending}
            onCheckedChange={(monthly) => change.mutate(monthly)}
          />
        ) : subscription.isError ? (
          <ErrorState
            title="Your choice could not be loaded"
            safe="It is unchanged."
            nextStep="Try again in a moment."
            detail={messageOf(subscription.error)}
            onRetry={() => void subscription.refetch()}
            retrying={subscription.isFetching}
          />
        ) : (
          <Skeleton shape="text" label="Monthly reports" />
        )}
      </div>
    </Panel>
  );
}
