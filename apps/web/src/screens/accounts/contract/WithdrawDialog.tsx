import type { AccountContractState } from '@scout/contract';
import { Button, Dialog } from '@scout/ui';
import { api } from '../../../session/current.ts';
import { useContractChange } from './useContractChange.ts';

interface WithdrawDialogProps {
  state: AccountContractState;
  open: boolean;
  onClose: () => void;
}

/** Ends a contract in force. */
export function WithdrawDialog({ state: { account, revision, draft }, open, onClose }: WithdrawDialogProps) {
  const withdraw = useContractChange({
    account,
    run: api.accountContractWithdraw,
    done: 'Contract withdrawn',
    failed: 'The contract was not withdrawn',
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Withdraw this contract"
      description={`Scout no longer checks activity against it. Its cases are removed, except those someone has worked on.${draft === null ? ' The contract stays as a draft.' : ''}`}
      actions={
        <>
          <Button onClick={onClose} disabled={withdraw.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ account, revision }, { onSettled: onClose })}
          >
            {withdraw.isPending ? 'Withdrawing…' : 'Withdraw contract'}
          </Button>
        </>
      }
    />
  );
}
