import { Panel } from '@scout/ui';
import { useState } from 'react';
import { codeOf, messageOf } from '../../../api/error.ts';
import { api, session } from '../../../session/current.ts';
import { useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { toast } from '../../../shell/toast.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { DeleteLine } from '../DeleteLine.tsx';
import { useMembers } from '../organization/members.ts';
import { type DeletionConsequences, deletionConsequences } from './deletion.ts';

/** The word that has to be typed, exactly (spec section 5). */
const word = 'DELETE';

/** Deleting one's own user. */
export function DeletePanel() {
  const { tenant, user } = useOrganization();
  const isAdmin = useIsAdmin();
  const members = useMembers(isAdmin);
  const outcome = deletionConsequences(isAdmin ? members.data : null, user.email, tenant.company_name);
  return <DeleteUser outcome={outcome} />;
}

/** Deletes the user and ends the session; shows the consequences for the organization first. */
export function DeleteUser({ outcome }: { outcome: DeletionConsequences }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Delete account">
      <DeleteLine
        consequence={outcome.text}
        title="Delete account"
        access="signed-in"
        disabled={!outcome.possible}
        onPress={() => setOpen(true)}
      />
      <DeleteDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete account"
        busyTitle="Deleting..."
        consequence={outcome.text}
        word={word}
        mono
        remove={(password) => api.deleteAccount({ confirm: word, password })}
        onDone={() => {
          toast.success('Account deleted');
          session.forget(true);
        }}
        refusal={refusal}
      />
    </Panel>
  );
}

/** The server's reason for a refusal, otherwise the specification's message. */
function refusal(error: unknown): string {
  const code = codeOf(error);
  return code === 'last_admin' || code === 'rate_limited'
    ? messageOf(error)
    : 'Unable to delete account. Please try again.';
}
