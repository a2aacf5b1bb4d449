import type { Member } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { useOrganization } from '../../../session/organization.ts';

interface RemoveAdminDialogProps {
  /** The admin; null when closed. */
  admin: Member | null;
  onClose: () => void;
  onRemove: (admin: Member) => void;
}

/** Confirms that an admin becomes a member. */
export function RemoveAdminDialog({ admin, onClose, onRemove }: RemoveAdminDialogProps) {
  const { tenant, user } = useOrganization();
  const isSelf = admin?.email === user.email;
  return (
    <Dialog
      open={admin !== null}
      onOpenChange={(open) => open || onClose()}
      title={isSelf ? 'Give up your admin role?' : 'Remove this admin?'}
      description={
        isSelf
          ? `You stay a member of ${tenant.company_name} but can no longer manage it. Only another admin can make you an admin again.`
          : `${admin?.email ?? ''} stays a member of ${tenant.company_name} but can no longer manage it. You can make them an admin again.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              if (admin !== null) onRemove(admin);
              onClose();
            }}
          >
            Remove admin
          </Button>
        </>
      }
    />
  );
}
