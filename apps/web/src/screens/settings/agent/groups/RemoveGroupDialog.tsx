import type { AgentGroup } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { api } from '../../../../session/current.ts';
import { groupSize } from './groupWords.ts';
import { useGroupChange } from './useGroups.ts';

interface RemoveGroupDialogProps {
  group: AgentGroup;
  onClose: () => void;
  onRemoved: () => void;
}

/** Confirms the removal of a group. */
export function RemoveGroupDialog({ group, onClose, onRemoved }: RemoveGroupDialogProps) {
  const remove = useGroupChange(api.agentGroupDelete, { done: 'Group removed', failed: 'Update failed' });
  return (
    <Dialog
      open
      onOpenChange={(next) => next || remove.isPending || onClose()}
      title={`Remove ${group.name}?`}
      description={`${groupSize(group)} return to their own file with their next heartbeat, or join another group by name.`}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ group_id: group.group_id }, { onSuccess: onRemoved })}
          >
            Remove group
          </Button>
        </>
      }
    />
  );
}
