import type { AlertRecipient } from '@scout/contract';
import { actionColumn, type Column, DataTable, EmptyState, ErrorState, Panel, Skeleton } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { paths } from '../../../paths.ts';
import { useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { RowButton } from '../RowButton.tsx';
import { RecipientDialog } from './RecipientDialog.tsx';
import { deliveryTitles, quietText, severityTitles } from './recipientWords.ts';

/** Mail settings of alert recipients: all for admins; for members their own address. */
export function AlertRecipientsPanel() {
  const isAdmin = useIsAdmin();
  const { tenant } = useOrganization();
  const recipients = useQuery(query.alertRecipients.queryOptions({ input: {} }));
  const [chosen, setChosen] = useState<AlertRecipient | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [times, setTimes] = useState(0);

  const columns: Column<AlertRecipient>[] = [
    { id: 'email', header: 'Email', kind: 'mono', value: ({ email }) => email, minWidth: 200 },
    {
      id: 'receives',
      header: 'Emails',
      kind: 'text',
      value: ({ receives }) => (receives ? 'Yes' : 'No'),
      width: 90,
    },
    {
      id: 'severity',
      header: 'Severity',
      kind: 'text',
      value: (row) => severityTitles[row.min_severity],
      width: 170,
    },
    {
      id: 'delivery',
      header: 'Delivery',
      kind: 'text',
      value: (row) => deliveryTitles[row.delivery],
      width: 180,
    },
    { id: 'quiet', header: 'Quiet hours', kind: 'text', value: quietText, whole: true, width: 150 },
    { id: 'cap', header: 'Emails per hour', kind: 'number', value: (row) => row.hourly_cap, width: 130 },
    actionColumn(100, (row) => (
      <RowButton
        access="member"
        call="alertRecipientsUpdate"
        label={`Change emails to ${row.email}`}
        onPress={() => {
          setChosen(row);
          setTimes(times + 1);
          setIsOpen(true);
        }}
      >
        Change
      </RowButton>
    )),
  ];

  return (
    <Panel
      title="Alert recipients"
      description={`Quiet hours in ${tenant.time_zone}. Critical cases are emailed immediately.`}
      span={12}
      flush
    >
      {recipients.isError ? (
        <ErrorState
          title="The alert recipients could not be loaded"
          safe="Email settings are unchanged."
          nextStep="Check that the server runs, then try again."
          detail={messageOf(recipients.error)}
          onRetry={() => void recipients.refetch()}
          retrying={recipients.isFetching}
        />
      ) : recipients.isPending ? (
        <Skeleton shape="table" lines={3} columns={5} label="Alert recipients" />
      ) : (
        <DataTable
          caption="Alert recipients"
          name="alert-delivery"
          columns={columns}
          rows={recipients.data}
          rowKey={({ email }) => email}
          maxHeight={400}
          empty={
            isAdmin ? (
              <EmptyState reason="waiting" title="No alert recipient yet">
                Add addresses in <Link to={paths.settingsOrganization}>Organization</Link>.
              </EmptyState>
            ) : (
              <EmptyState reason="waiting" title="You are not an alert recipient">
                An admin of {tenant.company_name} can add your address.
              </EmptyState>
            )
          }
        />
      )}
      {chosen !== null && (
        <RecipientDialog key={times} recipient={chosen} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </Panel>
  );
}
