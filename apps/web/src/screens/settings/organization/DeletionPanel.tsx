import { limits } from '@scout/contract';
import { Notice, Panel } from '@scout/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { refreshOrganization, useOrganization } from '../../../session/organization.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { DeleteLine } from '../DeleteLine.tsx';

const days = limits.subscription.deletionDelayDays;
const consequence = `After ${days} days its events, cases, settings, agents and audit log are permanently deleted. Until then, any admin can undo this. Your members keep their sign-ins.`;
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** Deletion of the organization, for admins: the request, and its withdrawal while pending. */
export function DeletionPanel() {
  const { tenant } = useOrganization();
  const [open, setOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => api.organizationDeletionWithdraw({}),
    onSuccess: () => refreshOrganization(),
    onError: (error) => toast.error('The deletion was not withdrawn', messageOf(error)),
  });
  const due = tenant.deletion_due_at;
  return (
    <Panel title="Delete organization">
      {due === null ? (
        <DeleteLine
          consequence={consequence}
          title="Delete organization"
          access="admin"
          onPress={() => setOpen(true)}
        />
      ) : (
        <Notice
          tone="warning"
          title={`${tenant.company_name} will be deleted on ${dates.format(new Date(due))}`}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <p>An admin has requested it. Every admin was notified by email.</p>
            <ActionButton
              command="Withdraw the deletion"
              access="admin"
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              Keep organization
            </ActionButton>
          </div>
        </Notice>
      )}
      <DeleteDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete organization"
        consequence={consequence}
        word={tenant.company_name}
        remove={(password) =>
          api.organizationDeletionRequest({ company_name: tenant.company_name, password })
        }
        onDone={async (close) => {
          await refreshOrganization();
          close();
        }}
      />
    </Panel>
  );
}
