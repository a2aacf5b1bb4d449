import type { OrganizationDomain } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { useRemoveDomain } from './domains.ts';

interface RemoveDomainDialogProps {
  /** The domain; null when closed. */
  domain: OrganizationDomain | null;
  onClose: () => void;
}

/** Confirms the removal of a domain. */
export function RemoveDomainDialog({ domain, onClose }: RemoveDomainDialogProps) {
  const remove = useRemoveDomain();
  return (
    <Dialog
      open={domain !== null}
      onOpenChange={(open) => open || onClose()}
      title="Remove this domain?"
      description={`People at ${domain?.domain ?? ''} can no longer ask to join; you can still invite them. Members keep their access. To use the domain again, add and verify it again.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              if (domain !== null) remove.mutate(domain.domain);
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
