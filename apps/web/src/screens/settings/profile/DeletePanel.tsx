import { Panel } from '@scout/ui';
import { useState } from 'react';
import { useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { useMembers } from '../organization/members.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { deletionOutcome, type Outcome } from './deletion.ts';

/** Deleting one's own user. */
export function DeletePanel() {
  const { tenant, user } = useOrganization();
  const isAdmin = useIsAdmin();
  const members = useMembers(isAdmin);
  const outcome = deletionOutcome(isAdmin ? members.data : null, user.email, tenant.company_name);
  return <DeleteUser outcome={outcome} />;
}

/** Deletes the user; shows the consequences for the organization first. */
export function DeleteUser({ outcome }: { outcome: Outcome }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Delete account">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-[72ch] text-body text-content-muted">{outcome.text}</p>
        <ActionButton
          command="Delete account…"
          access="signed-in"
          variant="danger"
          disabled={!outcome.possible}
          onClick={() => setOpen(true)}
        >
          Delete account
        </ActionButton>
      </div>
      <DeleteDialog open={open} onOpenChange={setOpen} consequence={outcome.text} />
    </Panel>
  );
}
