import type { AgentGroupRow } from '@scout/contract';
import { type Column, DataTable, EmptyState, ErrorState, formatCount, Panel } from '@scout/ui';
import { useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { useIsAdmin } from '../../../../session/organization.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { GroupDrawer } from './GroupDrawer.tsx';
import { rolloutInWords } from './groupWords.ts';
import { useGroups } from './useGroups.ts';

/** The groups of machines, with how many of each have their configuration. */
export function GroupsPanel() {
  const groups = useGroups();
  const isAdmin = useIsAdmin();
  const [making, setMaking] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const rows = groups.data ?? [];
  return (
    <Panel
      title="Groups"
      flush
      description={rows.length > 0 && `${formatCount(rows.length)} of machines with one configuration each`}
      {...(isAdmin && {
        actions: (
          <ActionButton
            command="New group of machines…"
            access="subscriber-admin"
            onClick={() => setMaking(true)}
          >
            New group
          </ActionButton>
        ),
      })}
      footnote="Agents verify each configuration by a key that they pinned at their first contact. What an agent refuses leaves its last configuration in use."
    >
      {groups.isError && groups.data === undefined ? (
        <ErrorState
          title="The groups could not be loaded"
          safe="Agents keep their configurations."
          nextStep="Try again in a moment."
          detail={messageOf(groups.error)}
          onRetry={() => void groups.refetch()}
          retrying={groups.isFetching}
        />
      ) : (
        <DataTable
          caption="Groups of machines"
          name="agent-groups"
          columns={columnsFor(setOpened)}
          rows={rows}
          rowKey={({ group_id }) => group_id}
          loading={groups.isPending}
          maxHeight={480}
          empty={
            <EmptyState reason="waiting" title="No group yet">
              Every machine follows its own file. A group gives its machines one configuration: sources, rate,
              tags, quiet hours for upgrades and a proxy.
            </EmptyState>
          }
        />
      )}
      {making && <GroupDialog onClose={() => setMaking(false)} onMade={setOpened} />}
      <GroupDrawer groupId={opened} onClose={() => setOpened(null)} />
    </Panel>
  );
}

const columnsFor = (onOpen: (groupId: string) => void): Column<AgentGroupRow>[] => [
  {
    id: 'name',
    header: 'Group',
    kind: 'text',
    value: ({ name }) => name,
    cell: ({ group_id, name }) => (
      <button
        type="button"
        onClick={() => onOpen(group_id)}
        className="block max-w-full cursor-pointer truncate rounded-control font-medium text-accent hover:underline"
        title={name}
      >
        {name}
      </button>
    ),
    minWidth: 140,
  },
  { id: 'rollout', header: 'Configuration', kind: 'text', value: rolloutInWords, minWidth: 180 },
  { id: 'machines', header: 'Machines', kind: 'number', value: ({ counts }) => counts.machines, width: 100 },
  { id: 'current', header: 'Current', kind: 'number', value: ({ counts }) => counts.current, width: 92 },
  { id: 'pending', header: 'Pending', kind: 'number', value: ({ counts }) => counts.pending, width: 92 },
  { id: 'refused', header: 'Refused', kind: 'number', value: ({ counts }) => counts.refused, width: 92 },
  { id: 'none', header: 'Take none', kind: 'number', value: ({ counts }) => counts.unsupported, width: 104 },
  {
    id: 'patterns',
    header: 'Names',
    kind: 'mono',
    value: ({ patterns }) => patterns.join(', ') || null,
    minWidth: 120,
    muted: true,
  },
];
