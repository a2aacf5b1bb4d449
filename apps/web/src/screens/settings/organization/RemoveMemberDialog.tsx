import type { Member } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { useOrganization } from '../../../session/organization.ts';
import { useMemberChange } from './members.ts';

interface RemoveMemberDialogProps {
  /** The member; null when closed. */
  member: Member | null;
  onClose: () => void;
}

/** Confirms the removal of a member. */
export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const { tenant } = useOrganization();
  const { mutate } = useMemberChange();
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => open || onClose()}
      title="Remove this member?"
      description={`${member?.email ?? ''} loses access to ${tenant.company_name} at once, on every device. Their account stays, and you can invite them again.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              if (member !== null) mutate({ action: 'remove', email: member.email });
              onClose();
            }}
          >
            Remove
          </Button>
        </>
      }
    />
  );
}
