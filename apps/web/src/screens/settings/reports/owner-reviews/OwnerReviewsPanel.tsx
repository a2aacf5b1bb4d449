import { limits, type OwnerReview } from '@scout/contract';
import {
  Button,
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  formatCount,
  Panel,
  TextInput,
} from '@scout/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../../api/error.ts';
import { queryClient } from '../../../../api/queryClient.ts';
import { timeZone } from '../../../../events/clock.ts';
import { paths } from '../../../../paths.ts';
import { api } from '../../../../session/current.ts';
import { useIsAdmin } from '../../../../session/organization.ts';
import { query } from '../../../../session/queries.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { toast } from '../../../../shell/toast.tsx';
import { EvidenceButtons } from '../evidence/EvidenceButtons.tsx';

const { days: usualDays, daysMin, daysMax } = limits.ownerReviews;

/** Reviews of service accounts by their owners: past ones with their records, and for admins the start of the next. */
export function OwnerReviewsPanel() {
  const isAdmin = useIsAdmin();
  const [starting, setStarting] = useState(false);
  const found = useQuery(query.ownerReviews.queryOptions({ input: {} }));
  const reviews = found.data?.reviews ?? [];
  const open = reviews.find(({ closed_at }) => closed_at === null);
  return (
    <Panel
      title="Owners' reviews"
      description={timeZone}
      actions={
        isAdmin &&
        found.data !== undefined &&
        open === undefined && (
          <ActionButton
            command="Start an owners' review…"
            access="subscriber-admin"
            size="small"
            onClick={() => setStarting(true)}
          >
            Start review
          </ActionButton>
        )
      }
      footnote="The record of a closed review never changes. The audit log shows its head, the last hash."
      flush
    >
      {found.isError && found.data === undefined ? (
        <ErrorState
          title="The reviews could not be loaded"
          safe="Decisions so far are stored."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <DataTable
          caption="Owners' reviews"
          name="owner-reviews"
          columns={columns}
          rows={reviews}
          rowKey={({ number }) => String(number)}
          loading={found.isPending}
          timeZone={timeZone}
          maxHeight={320}
          empty={
            <EmptyState reason="quiet" title="No review yet">
              In a review, owners confirm whether each of their service accounts is still needed. PCI DSS
              7.2.5.1 requires periodic reviews.
            </EmptyState>
          }
        />
      )}
      <StartDialog open={starting} onClose={() => setStarting(false)} />
    </Panel>
  );
}

function StartDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [days, setDays] = useState(String(usualDays));
  const chosen = Number(days);
  const fits = Number.isInteger(chosen) && chosen >= daysMin && chosen <= daysMax;
  const start = useMutation({
    mutationFn: () => api.ownerReviewsStart({ days: chosen }),
    onSuccess: ({ asked }) => {
      toast.success(
        'Review started',
        `${formatCount(asked)} ${asked === 1 ? 'owner was' : 'owners were'} asked by email.`,
      );
      onClose();
    },
    onError: (error) => toast.error('The review was not started', messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.ownerReviews.key() }),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Start an owners' review"
      description="Owners listed with the email address of an active member are asked by email and reminded weekly. Admins answer for the others."
      actions={
        <>
          <Button onClick={onClose} disabled={start.isPending}>
            Cancel
          </Button>
          <Button variant="primary" busy={start.isPending} disabled={!fits} onClick={() => start.mutate()}>
            {start.isPending ? 'Starting…' : 'Start review'}
          </Button>
        </>
      }
    >
      <div className="mt-2">
        <Field label="Days until it is due" error={!fits && `From ${daysMin} to ${daysMax} days`}>
          <TextInput
            inputMode="numeric"
            value={days}
            maxLength={3}
            onChange={(event) => setDays(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

const decidedOf = ({ decided: { keep, change, remove } }: OwnerReview): number => keep + change + remove;

const columns: Column<OwnerReview>[] = [
  { id: 'number', header: 'Review', kind: 'text', value: ({ number }) => String(number), width: 88 },
  { id: 'started', header: 'Started', kind: 'time', value: ({ started_at }) => started_at, width: 150 },
  { id: 'due', header: 'Due', kind: 'time', value: ({ due_at }) => due_at, width: 150 },
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    value: ({ closed_at }) => (closed_at === null ? 'Open' : 'Closed'),
    cell: ({ closed_at }) =>
      closed_at === null ? (
        <Link to={paths.ownerReview} className="underline underline-offset-4">
          Open
        </Link>
      ) : (
        'Closed'
      ),
    width: 84,
  },
  {
    id: 'decided',
    header: 'Decided',
    kind: 'text',
    value: (review) =>
      `${formatCount(decidedOf(review))} of ${formatCount(decidedOf(review) + review.undecided)}`,
    minWidth: 96,
  },
  {
    id: 'unowned',
    header: 'Without owner',
    kind: 'number',
    value: ({ without_owner }) => without_owner,
    width: 140,
    optional: true,
  },
  {
    id: 'record',
    header: 'Record',
    kind: 'text',
    sortable: false,
    value: ({ head }) => head,
    cell: ({ number, head }) =>
      head === null ? null : (
        <span className="-ml-2.5 inline-flex in-[td]:-my-1 in-[td]:align-top">
          <EvidenceButtons of={{ review: number }} size="small" name={`Record ${number}`} inRow />
        </span>
      ),
    width: 130,
  },
];
