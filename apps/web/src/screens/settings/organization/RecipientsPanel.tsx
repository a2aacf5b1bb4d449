import { errors, limits, organizationMessages } from '@scout/contract';
import { actionColumn, type Column, DataTable, EmptyState, Panel } from '@scout/ui';
import { useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { toast } from '../../../shell/toast.tsx';
import { RowButton } from '../RowButton.tsx';
import { useTenantChange } from '../useTenantChange.ts';
import { AddressForm } from './AddressForm.tsx';

/** The recipients of alert mails. */
export function RecipientsPanel() {
  const isAdmin = useIsAdmin();
  const { tenant } = useOrganization();
  const change = useTenantChange();
  const emails = tenant.alert_recipient_emails;

  const save = (next: string[], done: string) =>
    change
      .mutateAsync({ change: { alert_recipient_emails: next }, words: { done, failed: 'Save failed' } })
      .then(
        () => true,
        () => false,
      );
  const add = async (email: string) => {
    if (!emails.includes(email)) return save([...emails, email], 'Email added');
    toast.error(organizationMessages.emailExistsTitle, errors.recipient_exists.message);
    return false;
  };
  const remove = (email: string) => {
    if (emails.length === 1) toast.error('Remove failed', errors.last_recipient.message);
    else
      void save(
        emails.filter((other) => other !== email),
        'Email removed',
      );
  };

  const columns: Column<string>[] = [
    { id: 'email', header: 'Email', kind: 'mono', value: (email) => email, minWidth: 160 },
    ...(isAdmin
      ? [
          actionColumn<string>(100, (email) => (
            <RowButton access="admin" label={`Remove recipient ${email}`} onPress={() => remove(email)}>
              Remove
            </RowButton>
          )),
        ]
      : []),
  ];

  return (
    <Panel
      title="Alert recipient emails"
      span={5}
      flush
      description={emails.length > 0 && `${emails.length} of ${limits.organization.alertRecipients}`}
    >
      {isAdmin && (
        <AddressForm
          label="Email of the new alert recipient"
          action="Add email"
          busy={change.isPending}
          onAdd={add}
        />
      )}
      <DataTable
        caption="Alert recipient emails"
        name="alert-recipients"
        columns={columns}
        rows={emails}
        rowKey={(email) => email}
        maxHeight={400}
        empty={
          <EmptyState reason="waiting" title="No alert recipient yet">
            Alerts for {tenant.company_name} go to these addresses.
          </EmptyState>
        }
      />
    </Panel>
  );
}
