import { type AccountContractState, limits } from '@scout/contract';
import { Button, Dialog, Notice, Skeleton } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { query } from '../../../session/queries.ts';
import { TrialResult } from './TrialResult.tsx';
import { useContractChange } from './useContractChange.ts';

interface ApproveDialogProps {
  state: AccountContractState;
  open: boolean;
  onClose: () => void;
}

/** Puts a draft in force, after showing its effect on stored activity. */
export function ApproveDialog({ state, open, onClose }: ApproveDialogProps) {
  const { account, revision, draft } = state;
  const trial = useQuery(
    query.accountContractTry.queryOptions({
      input: { account, contract: draft?.contract as never },
      enabled: open && draft !== null,
      staleTime: 30_000,
      retry: false,
    }),
  );
  const approve = useContractChange({
    account,
    run: api.accountContractApprove,
    done: 'Contract approved',
    failed: 'The contract was not approved',
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Approve this contract"
      description={`Scout will open a case for any activity the contract does not permit, including stored activity. Tested on the last ${limits.accountContracts.days} days:`}
      actions={
        <>
          <Button onClick={onClose} disabled={approve.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={approve.isPending}
            onClick={() => approve.mutate({ account, revision }, { onSettled: onClose })}
          >
            {approve.isPending ? 'Approving…' : 'Approve contract'}
          </Button>
        </>
      }
    >
      <div className="mt-1">
        {trial.data !== undefined ? (
          <TrialResult trial={trial.data} />
        ) : trial.isError ? (
          <Notice tone="error" title="The contract could not be tested">
            {messageOf(trial.error)}
          </Notice>
        ) : (
          <Skeleton shape="text" label="trial" lines={2} />
        )}
      </div>
    </Dialog>
  );
}
