import type { AgentUpgrade } from '@scout/contract';
import { Button, Dialog, Notice } from '@scout/ui';
import { api } from '../../../../session/current.ts';
import { machinesInWords, olderOf } from './upgradeWords.ts';
import { useUpgradeChange } from './useUpgrade.ts';

interface UpgradeAllDialogProps {
  upgrade: AgentUpgrade;
  open: boolean;
  onClose: () => void;
}

/** Confirms the upgrade of all machines, and shows the result of the first ring. */
export function UpgradeAllDialog({ upgrade, open, onClose }: UpgradeAllDialogProps) {
  const { version, ring, fleet } = upgrade;
  const change = useUpgradeChange(api.agentUpgradeOpen, {
    done: 'Upgrade opened to all',
    failed: 'Update failed',
  });
  const inTrouble = ring.failed + ring.rolled_back;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || change.isPending || onClose()}
      title={`Upgrade all to ${version}?`}
      description={`Every machine is offered it with its next heartbeat: ${machinesInWords(olderOf(fleet))} with an older version.`}
      actions={
        <>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ version }, { onSuccess: onClose })}
          >
            Upgrade all
          </Button>
        </>
      }
    >
      <Notice>
        {`In the first ring, ${ring.upgraded} of ${machinesInWords(ring.machines)} ${ring.upgraded === 1 ? 'runs' : 'run'} it.`}
        {inTrouble > 0 && ` ${machinesInWords(inTrouble)} failed or rolled back: check the reasons first.`}
      </Notice>
    </Dialog>
  );
}
