import { postureTitles, type ServiceAccount } from '@scout/contract';
import {
  Button,
  buttonClass,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  FindBox,
  formatCount,
  formatCounted,
  Mono,
  Panel,
  Time,
} from '@scout/ui';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../api/error.ts';
import { timeZone } from '../../events/clock.ts';
import { accountPath, paths } from '../../paths.ts';
import { mayOpen } from '../../session/openPages.ts';
import { useIsAdmin, useRole } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { toast } from '../../shell/toast.tsx';
import { titled } from '../../title.ts';
import { useViewParams } from '../../view/useView.ts';
import { visible } from '../incidents/rawText.ts';
import { continues } from '../lists/continues.ts';
import { ListPage } from '../lists/ListPage.tsx';
import { SavedViews } from '../lists/SavedViews.tsx';
import { ShowMore } from '../lists/ShowMore.tsx';
import { AccountFacets } from './AccountFacets.tsx';
import { DecoyDialog } from './DecoyDialog.tsx';
import {
  type AccountFilter,
  anyAccount,
  isNarrowed,
  queryOf,
  readAccountFilter,
  writeAccountFilter,
} from './filter.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { contractTitles, healthOf, useTitles } from './words.ts';

export const meta = titled('Accounts');

/** Accounts per page: most organizations have fewer. */
const PAGE = 200;

/** The register of service accounts, with the owner, purpose and faults of each. */
export default function Accounts() {
  const navigate = useNavigate();
  const role = useRole();
  const [params, change] = useViewParams();
  const filter = readAccountFilter(params);
  const found = useInfiniteQuery(
    query.accounts.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: PAGE,
        ...queryOf(filter),
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: (before) => before,
    }),
  );
  const facets = useQuery(
    query.accountsFacets.queryOptions({ input: queryOf(filter), placeholderData: (before) => before }),
  );
  const narrow = (next: Partial<AccountFilter>) =>
    change((target) => writeAccountFilter(target, next), {
      replace: continues(filter.text, next.text),
    });
  const rows = found.data?.pages.flatMap((page) => page.accounts) ?? [];
  const hasAny = rows.length > 0 || isNarrowed(filter);
  return (
    <ListPage
      title="Accounts"
      lead={
        role === 'owner'
          ? 'The service accounts whose owner you are, and how they are used'
          : 'All service accounts, their owners and how they are used'
      }
      actions={
        hasAny && (
          <div className="flex flex-wrap items-center gap-2 max-md:w-full">
            <div className="w-72 max-md:w-auto max-md:grow">
              <FindBox
                label="Search accounts"
                placeholder="Account, owner, person or host"
                find={filter.text ?? ''}
                onFind={(text) => narrow({ text })}
              />
            </div>
            <SavedViews page="accounts" />
            <RegisterActions filter={filter} />
          </div>
        )
      }
    >
      <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
        {hasAny && <AccountFacets filter={filter} facets={facets} onChange={narrow} />}
        <div className="flex min-w-0 grow flex-col gap-4">
          <Panel
            title="Service accounts"
            description={rows.length > 0 && countOf(rows, facets.data?.matching ?? null)}
            flush
            footnote={rows.length > 0 && 'Hosts, people and activity cover the last 30 days.'}
          >
            {found.isError && found.data === undefined ? (
              <ErrorState
                title="The accounts could not be loaded"
                safe="The register is stored; only loading it failed."
                nextStep="Try again in a moment."
                detail={messageOf(found.error)}
                onRetry={() => void found.refetch()}
                retrying={found.isFetching}
              />
            ) : (
              <DataTable
                caption="Service accounts"
                name="service-accounts-register"
                columns={columns}
                rows={rows}
                rowKey={({ account }) => account}
                sort={{ column: 'cases', direction: 'descending' }}
                card={{ height: 72, content: (row) => <AccountCard of={row} /> }}
                loading={found.isPending}
                timeZone={timeZone}
                maxHeight={720}
                onRowActivate={({ account }) => void navigate(accountPath(account))}
                empty={
                  isNarrowed(filter) ? (
                    <EmptyState
                      reason="filtered"
                      title="No account matches these filters"
                      action={
                        <Button size="small" onClick={() => narrow(anyAccount)}>
                          Show all accounts
                        </Button>
                      }
                    />
                  ) : (
                    <EmptyState reason="waiting" title="No service account yet">
                      An account appears here after its first event, or when a directory has it. Scout
                      recognizes service accounts by their name, your list, their behavior and their kind in a
                      directory.
                    </EmptyState>
                  )
                }
              />
            )}
          </Panel>
          <ShowMore
            what="accounts"
            shown={rows.length}
            all={facets.isPlaceholderData ? null : (facets.data?.matching ?? null)}
            of={found}
          />
        </div>
      </div>
    </ListPage>
  );
}

/** '12 of 183 accounts, 4 need attention'. */
function countOf(rows: readonly ServiceAccount[], matching: number | null): string {
  const faulty = rows.filter(({ faults }) => faults.length > 0).length;
  const listed =
    matching === null || matching <= rows.length
      ? formatCounted(rows.length, 'account')
      : `${formatCount(rows.length)} of ${formatCount(matching)} accounts`;
  return `${listed}, ${formatCount(faulty)} ${faulty === 1 ? 'needs' : 'need'} attention`;
}

/** Export of the accounts that match the filters, and for admins import of owners and purposes. */
function RegisterActions({ filter }: { filter: AccountFilter }) {
  const isAdmin = useIsAdmin();
  const role = useRole();
  const [importing, setImporting] = useState(false);
  const [adding, setAdding] = useState(false);
  const save = useMutation({
    mutationFn: async () => (await import('./register.ts')).saveRegister(filter, Date.now()),
    onSuccess: (count) => toast.success('Register exported', formatCounted(count, 'account')),
    onError: (error) => toast.error('The register was not exported', messageOf(error)),
  });
  const saveRc4 = useMutation({
    mutationFn: async () => (await import('./rc4File.ts')).saveRc4Uses(null, Date.now()),
    onSuccess: (count) => toast.success('Uses of RC4 exported', formatCounted(count, 'row')),
    onError: (error) => toast.error('Uses of RC4 were not exported', messageOf(error)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {/* Others come from the reports. */}
      {!mayOpen(role, paths.settingsReports) && (
        <Link to={paths.ownerReview} className={buttonClass()}>
          Owners’ review
        </Link>
      )}
      {filter.posture === 'uses-rc4' && (
        <ActionButton
          command="Export all uses of RC4 as CSV"
          access="subscriber"
          call="rc4Uses"
          busy={saveRc4.isPending}
          onClick={() => saveRc4.mutate()}
        >
          Export uses of RC4
        </ActionButton>
      )}
      <ActionButton
        command="Export the register as CSV"
        access="subscriber"
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        Export CSV
      </ActionButton>
      {isAdmin && (
        <>
          <ActionButton
            command="Import owners and purposes from CSV…"
            access="subscriber-admin"
            onClick={() => setImporting(true)}
          >
            Import CSV
          </ActionButton>
          <ActionButton command="Add decoy…" access="subscriber-admin" onClick={() => setAdding(true)}>
            Add decoy…
          </ActionButton>
          <DecoyDialog open={adding} onClose={() => setAdding(false)} />
          <ImportDialog open={importing} onClose={() => setImporting(false)} />
        </>
      )}
    </div>
  );
}

/** An account on a phone: its name and cases, owner and purpose, health, and when it was last seen. */
function AccountCard({ of }: { of: ServiceAccount }) {
  const { account, open_cases, owner, purpose, last_seen } = of;
  const about = [owner, purpose].filter((text) => text !== null).map(visible);
  return (
    <>
      <p className="flex items-baseline justify-between gap-x-3 text-body">
        <Link to={accountPath(account)} className="min-w-0 underline-offset-4 hover:underline">
          <Mono value={visible(account)} plain />
        </Link>
        <span className={open_cases > 0 ? 'shrink-0 font-medium' : 'shrink-0 text-content-faint'}>
          {open_cases > 0 ? formatCount(open_cases) : 'No'} open {open_cases === 1 ? 'case' : 'cases'}
        </span>
      </p>
      <p className="truncate text-body text-content-muted">
        {about.length === 0 ? 'No owner or purpose' : about.join(' · ')}
      </p>
      <p className="truncate text-label text-content-muted">{healthOf(of)}</p>
      <p className="text-label text-content-muted">
        Last seen <Time value={last_seen} timeZone={timeZone} plain />
      </p>
    </>
  );
}

const hostsOf = ({ hosts, hosts_watched }: ServiceAccount): string =>
  hosts === 0 ? '0' : `${formatCount(hosts_watched)} of ${formatCount(hosts)}`;

const columns: Column<ServiceAccount>[] = [
  {
    id: 'account',
    header: 'Account',
    kind: 'mono',
    value: ({ account }) => account,
    cell: ({ account }) => (
      <Link to={accountPath(account)} className="min-w-0 underline-offset-4 hover:underline">
        <Mono value={visible(account)} plain />
      </Link>
    ),
    width: 136,
  },
  { id: 'cases', header: 'Open cases', kind: 'number', value: ({ open_cases }) => open_cases, width: 112 },
  { id: 'owner', header: 'Owner', kind: 'text', value: ({ owner }) => owner, width: 160 },
  {
    id: 'purpose',
    header: 'Purpose',
    kind: 'text',
    value: ({ purpose }) => purpose,
    minWidth: 160,
    muted: true,
  },
  { id: 'health', header: 'Health', kind: 'text', value: healthOf, width: 240 },
  {
    id: 'contract',
    header: 'Contract',
    kind: 'text',
    value: ({ contract }) => (contract === null ? null : contractTitles[contract]),
    width: 96,
  },
  {
    id: 'hosts',
    header: 'Hosts seen',
    kind: 'number',
    // Health says how many hosts have no agent.
    optional: true,
    value: ({ hosts }) => hosts,
    text: hostsOf,
    cell: hostsOf,
    width: 104,
  },
  { id: 'persons', header: 'People', kind: 'number', value: ({ persons }) => persons, width: 80 },
  {
    id: 'use',
    header: 'Use',
    kind: 'text',
    optional: true,
    value: ({ use }) => useTitles[use],
    width: 160,
  },
  {
    id: 'posture',
    header: 'Posture',
    kind: 'text',
    optional: true,
    value: ({ posture }) => posture.map((each) => postureTitles[each]).join(', ') || null,
    minWidth: 180,
  },
  { id: 'last', header: 'Last seen', kind: 'time', value: ({ last_seen }) => last_seen, width: 148 },
];
