import { type OwnerReview, ownerDecisionTitles, type ReviewedAccount } from '@scout/contract';
import {
  actionColumn,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatCount,
  Panel,
  SegmentedControl,
  Time,
} from '@scout/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/error.ts';
import { timeZone } from '../../../events/clock.ts';
import { paths } from '../../../paths.ts';
import { mayOpen } from '../../../session/openPages.ts';
import { useIsAdmin, useMay, useRole } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { titled } from '../../../title.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { ShowMore } from '../../lists/ShowMore.tsx';
import { RowButton } from '../../settings/RowButton.tsx';
import { CloseReviewDialog } from './CloseReviewDialog.tsx';
import { DecideDialog } from './DecideDialog.tsx';

export const meta = titled('Review by owners');

/** Accounts fetched at a time. */
const PAGE = 200;

/** The open review of service accounts by their owners; target of the owners' mails. */
export default function ReviewPage() {
  const role = useRole();
  const found = useQuery(query.ownerReviews.queryOptions({ input: {} }));
  const open = found.data?.reviews.find(({ closed_at }) => closed_at === null);
  return (
    <ListPage
      title="Owners' review"
      lead="Owners confirm whether each service account stays, changes or goes"
    >
      {open ? (
        <OpenReview review={open} />
      ) : (
        <Panel title="Accounts to review" flush>
          {found.isError && found.data === undefined ? (
            <ErrorState
              title="The review could not be loaded"
              safe="Decisions so far are stored."
              nextStep="Try again in a moment."
              detail={messageOf(found.error)}
              onRetry={() => void found.refetch()}
              retrying={found.isFetching}
            />
          ) : (
            <DataTable
              caption="Accounts to review"
              columns={columns}
              rows={[]}
              rowKey={({ account }) => account}
              loading={found.isPending}
              empty={
                <EmptyState
                  reason="quiet"
                  title="No review is open"
                  {...(mayOpen(role, paths.settingsReports) && {
                    action: <Link to={paths.settingsReports}>See past reviews</Link>,
                  })}
                >
                  Admins start reviews in Settings, Reports. Owners are asked by email.
                </EmptyState>
              }
            />
          )}
        </Panel>
      )}
    </ListPage>
  );
}

function OpenReview({ review }: { review: OwnerReview }) {
  const isAdmin = useIsAdmin();
  const may = useMay();
  const [shown, setShown] = useState<'own' | 'all'>(isAdmin ? 'all' : 'own');
  const [deciding, setDeciding] = useState<ReviewedAccount | null>(null);
  const [closing, setClosing] = useState(false);
  const found = useInfiniteQuery(
    query.ownerReviewAccounts.infiniteOptions({
      input: (cursor: number | undefined) => ({
        number: review.number,
        limit: PAGE,
        ...(shown === 'own' && { only: 'own' as const }),
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
  const rows = found.data?.pages.flatMap((page) => page.accounts) ?? [];
  const mayDecide = ({ owner, is_own }: ReviewedAccount) =>
    owner !== null && ((is_own && may('ownerReviewsDecide')) || isAdmin);
  return (
    <>
      <Panel
        title="Accounts to review"
        description={
          <>
            Due <Time value={review.due_at} timeZone={timeZone} />, {formatCount(review.undecided)} undecided
            {review.undecided_own > 0 && `, ${formatCount(review.undecided_own)} of them yours`}
          </>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <SegmentedControl
              label="Accounts"
              segments={[
                { value: 'own', label: 'Mine' },
                { value: 'all', label: 'All' },
              ]}
              value={shown}
              onValueChange={setShown}
            />
            {isAdmin && (
              <ActionButton
                command="Close the owners' review…"
                access="subscriber-admin"
                size="small"
                onClick={() => setClosing(true)}
              >
                Close review
              </ActionButton>
            )}
          </div>
        }
        footnote={`Started by ${review.started_by}. The review closes automatically one hour after the last decision.`}
        flush
      >
        {found.isError && found.data === undefined ? (
          <ErrorState
            title="The accounts could not be loaded"
            safe="Decisions so far are stored."
            nextStep="Try again in a moment."
            detail={messageOf(found.error)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        ) : (
          <DataTable
            caption="Accounts to review"
            name="owner-review"
            columns={[
              ...columns,
              actionColumn<ReviewedAccount>(110, (row) =>
                mayDecide(row) ? (
                  <RowButton
                    access="subscriber"
                    label={`Decide about ${row.account}`}
                    onPress={() => setDeciding(row)}
                  >
                    {row.decision === null ? 'Decide' : 'Change'}
                  </RowButton>
                ) : null,
              ),
            ]}
            rows={rows}
            rowKey={({ account }) => account}
            loading={found.isPending}
            timeZone={timeZone}
            maxHeight={720}
            empty={
              <EmptyState reason="quiet" title="No accounts to review">
                This review contains none of your accounts.
              </EmptyState>
            }
          />
        )}
      </Panel>
      <ShowMore
        what="accounts"
        shown={rows.length}
        all={shown === 'all' ? review.accounts : null}
        of={found}
      />
      {deciding && (
        <DecideDialog
          key={deciding.account}
          number={review.number}
          of={deciding}
          onClose={() => setDeciding(null)}
        />
      )}
      <CloseReviewDialog review={review} open={closing} onClose={() => setClosing(false)} />
    </>
  );
}

const columns: Column<ReviewedAccount>[] = [
  { id: 'account', header: 'Account', kind: 'mono', value: ({ account }) => account, minWidth: 170 },
  {
    id: 'owner',
    header: 'Owner',
    kind: 'text',
    value: ({ owner }) => owner ?? 'Without owner',
    minWidth: 170,
  },
  {
    id: 'decision',
    header: 'Decision',
    kind: 'text',
    value: ({ decision }) => (decision === null ? null : ownerDecisionTitles[decision]),
    width: 140,
  },
  {
    id: 'comment',
    header: 'Comment',
    kind: 'text',
    value: ({ comment }) => comment,
    minWidth: 200,
    muted: true,
  },
  { id: 'by', header: 'Decided by', kind: 'text', value: ({ decided_by }) => decided_by, minWidth: 150 },
  { id: 'at', header: 'Decided', kind: 'time', value: ({ decided_at }) => decided_at, width: 160 },
];
