import { type AccountContractState, limits } from '@scout/contract';
import { ErrorState, Panel, Skeleton, Time } from '@scout/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { api } from '../../../session/current.ts';
import { useIsAdmin, useMay } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { ContractEditor } from './ContractEditor.tsx';
import { ContractFacts } from './ContractFacts.tsx';
import { type ContractDraft, draftOf, emptyDraft } from './contractDraft.ts';
import { LeftOut } from './LeftOut.tsx';
import { useContractChange } from './useContractChange.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

const { days } = limits.accountContracts;

/** An account's expected use: proposed from its activity, edited, approved; other activity becomes a case. */
export function ContractPanel({ account }: { account: string }) {
  const found = useQuery(query.accountContractRead.queryOptions({ input: { account } }));
  return (
    <Panel title="Contract" description="Expected use of this account">
      {found.data !== undefined ? (
        <ContractState state={found.data} />
      ) : found.isError ? (
        <ErrorState
          title="The contract could not be loaded"
          safe="It stays in force in the meantime."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <Skeleton shape="text" label="contract" lines={4} />
      )}
    </Panel>
  );
}

function ContractState({ state }: { state: AccountContractState }) {
  const isAdmin = useIsAdmin();
  const may = useMay();
  const [editing, setEditing] = useState<{ from: ContractDraft; note?: ReactNode } | null>(null);
  const { approved, draft } = state;
  if (editing !== null && isAdmin)
    return (
      <ContractEditor
        // A draft saved by another person meanwhile is not overwritten: the save is refused, and the page shows the newer one.
        state={state}
        initial={editing.from}
        note={editing.note}
        onClose={() => setEditing(null)}
      />
    );
  const edit = (from: ContractDraft, note?: ReactNode) => setEditing({ from, note });
  return (
    <div className="flex flex-col gap-5">
      {approved !== null && (
        <section aria-label="In force" className="flex flex-col gap-3">
          <p className="text-body">
            In force. Approved by <span className="wrap-anywhere">{approved.by}</span>,{' '}
            <Time value={approved.at} timeZone={timeZone} />
          </p>
          <ContractFacts of={approved.contract} />
          {isAdmin && (
            <div className="flex flex-wrap gap-2">
              {draft === null && (
                <ActionButton
                  command="Edit contract"
                  access="subscriber-admin"
                  onClick={() => edit(draftOf(approved.contract))}
                >
                  Edit
                </ActionButton>
              )}
              <Withdraw state={state} />
            </div>
          )}
        </section>
      )}
      {draft !== null && (
        <section aria-label="Draft" className="flex flex-col gap-3">
          <p className="text-body">
            Draft, not in force. Saved by <span className="wrap-anywhere">{draft.by}</span>,{' '}
            <Time value={draft.at} timeZone={timeZone} />
          </p>
          <ContractFacts of={draft.contract} />
          {may('accountContractApprove') && (
            <DraftActions state={state} onEdit={() => edit(draftOf(draft.contract))} />
          )}
        </section>
      )}
      {approved === null && draft === null && <NoContract account={state.account} onEdit={edit} />}
    </div>
  );
}

interface NoContractProps {
  account: string;
  onEdit: (from: ContractDraft, note?: ReactNode) => void;
}

const whoDecides = (isAdmin: boolean, isOwner: boolean): string =>
  isAdmin ? '.' : isOwner ? '; an admin saves a draft, and you approve it.' : '; an admin approves it.';

function NoContract({ account, onEdit }: NoContractProps) {
  const isAdmin = useIsAdmin();
  const may = useMay();
  const propose = useMutation({
    mutationFn: () => api.accountContractPropose({ account }),
    onSuccess: ({ contract, left_out }) => {
      if (contract === null && left_out === null)
        toast.info(
          'No contract to propose',
          `The account was active on fewer than two of the last ${days} days.`,
        );
      onEdit(
        contract === null ? emptyDraft : draftOf(contract),
        left_out && <LeftOut leftOut={left_out} proposed={contract} />,
      );
    },
    onError: (error) => toast.error('No contract could be proposed', messageOf(error)),
  });
  return (
    <>
      <p className="max-w-[80ch] text-body text-content-muted">
        No contract yet. A contract defines from where, to where, how and when the account may be used; Scout
        opens a case for everything else. Scout can propose one from the account’s activity on at least two of
        the last {days} days, except in open cases and misuse
        {whoDecides(isAdmin, may('accountContractApprove'))}
      </p>
      {isAdmin && (
        <div>
          <ActionButton
            command="Propose a contract"
            access="subscriber-admin"
            busy={propose.isPending}
            onClick={() => propose.mutate()}
          >
            Propose a contract
          </ActionButton>
        </div>
      )}
    </>
  );
}

function DraftActions({ state, onEdit }: { state: AccountContractState; onEdit: () => void }) {
  const { account, revision } = state;
  const [approving, setApproving] = useState(false);
  const discard = useContractChange({
    account,
    run: api.accountContractDiscard,
    done: 'Draft discarded',
    failed: 'The draft was not discarded',
  });
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        command="Approve contract…"
        access="subscriber-admin"
        call="accountContractApprove"
        variant="primary"
        onClick={() => setApproving(true)}
      >
        Approve
      </ActionButton>
      <ActionButton command="Edit draft of the contract" access="subscriber-admin" onClick={onEdit}>
        Edit draft
      </ActionButton>
      <ActionButton
        command="Discard draft of the contract"
        access="subscriber-admin"
        call="accountContractDiscard"
        variant="quiet"
        busy={discard.isPending}
        onClick={() => discard.mutate({ account, revision })}
      >
        Discard draft
      </ActionButton>
      <ApproveDialog state={state} open={approving} onClose={() => setApproving(false)} />
    </div>
  );
}

function Withdraw({ state }: { state: AccountContractState }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        command="Withdraw contract…"
        access="subscriber-admin"
        variant="quiet"
        onClick={() => setOpen(true)}
      >
        Withdraw
      </ActionButton>
      <WithdrawDialog state={state} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
