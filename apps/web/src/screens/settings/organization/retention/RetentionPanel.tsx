import { ErrorState, formatCounted, Panel, Skeleton } from '@scout/ui';
import { messageOf } from '../../../../api/error.ts';
import { useMay } from '../../../../session/organization.ts';
import { DaysForm } from './DaysForm.tsx';
import { LegalHold } from './LegalHold.tsx';
import { useRetention } from './retentionQueries.ts';

/** Retention and legal hold of the organization; for admins. */
export function RetentionPanel() {
  const may = useMay();
  const retention = useRetention();
  return (
    <Panel title="Data retention" span={12}>
      {retention.isError && retention.data === undefined ? (
        <ErrorState
          title="Data retention could not be loaded"
          safe="Your retention settings have not changed."
          nextStep="Try again in a moment."
          detail={messageOf(retention.error)}
          onRetry={() => void retention.refetch()}
          retrying={retention.isFetching}
        />
      ) : retention.isPending ? (
        <Skeleton shape="table" label="Data retention" lines={2} columns={2} />
      ) : (
        <div className="grid gap-5 pt-1 lg:grid-cols-2 lg:gap-8">
          {may('organizationRetentionSet') ? (
            <DaysForm key={retention.data.retention_days} retention={retention.data} />
          ) : (
            <p className="text-body">
              Events and cases are kept for {formatCounted(retention.data.retention_days, 'day')}.
            </p>
          )}
          <LegalHold hold={retention.data.legal_hold} />
        </div>
      )}
    </Panel>
  );
}
