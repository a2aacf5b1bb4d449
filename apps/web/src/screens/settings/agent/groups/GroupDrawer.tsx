import type { AgentGroup, GroupMachine } from '@scout/contract';
import { Badge, Button, type Column, DataTable, Drawer, ErrorState, Skeleton } from '@scout/ui';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { useIsAdmin } from '../../../../session/organization.ts';
import { hostText } from '../../../cases/file/names.ts';
import { Measures } from '../fleet/Measures.tsx';
import { ConfigureDialog } from './ConfigureDialog.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { groupSize, joinWords, rolloutInWords, settingsInWords, stateWords } from './groupWords.ts';
import { MachinesDialog } from './MachinesDialog.tsx';
import { RemoveGroupDialog } from './RemoveGroupDialog.tsx';
import { RollOutDialog } from './RollOutDialog.tsx';
import { useGroup, useGroupChange } from './useGroups.ts';

interface GroupDrawerProps {
  /** The group; null when closed. */
  groupId: string | null;
  onClose: () => void;
}

type Question = 'change' | 'configure' | 'rollout' | 'machines' | 'remove';

/** A group: what it configures, how far a next version has come, and its machines. */
export function GroupDrawer({ groupId, onClose }: GroupDrawerProps) {
  return groupId === null ? null : <OpenDrawer key={groupId} groupId={groupId} onClose={onClose} />;
}

function OpenDrawer({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const found = useGroup(groupId);
  const isAdmin = useIsAdmin();
  const [question, setQuestion] = useState<Question | null>(null);
  const group = found.data;
  const done = () => setQuestion(null);
  return (
    <>
      <Drawer
        open
        onOpenChange={(open) => open || onClose()}
        title={group?.name ?? 'Group'}
        description={group && `${rolloutInWords(group)} · ${groupSize(group)}`}
        {...(isAdmin && group && { actions: <GroupActions group={group} onAsk={setQuestion} /> })}
      >
        {group !== undefined ? (
          <GroupContent group={group} />
        ) : found.isError ? (
          <ErrorState
            title="The group could not be loaded"
            safe="Its machines keep their configuration."
            nextStep="Try again in a moment."
            detail={messageOf(found.error)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        ) : (
          <div className="p-5">
            <Skeleton shape="table" label="Group" lines={4} columns={2} />
          </div>
        )}
      </Drawer>
      {group && question === 'change' && <GroupDialog group={group} onClose={done} />}
      {group && question === 'configure' && <ConfigureDialog group={group} onClose={done} />}
      {group && question === 'rollout' && <RollOutDialog group={group} onClose={done} />}
      {group && question === 'machines' && <MachinesDialog group={group} onClose={done} />}
      {group && question === 'remove' && (
        <RemoveGroupDialog group={group} onClose={done} onRemoved={onClose} />
      )}
    </>
  );
}

function GroupActions({ group, onAsk }: { group: AgentGroup; onAsk: (question: Question) => void }) {
  const isOpen = group.next_version !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && (
        <Button variant="primary" onClick={() => onAsk('rollout')}>
          Roll out {group.next_version}
        </Button>
      )}
      <Button onClick={() => onAsk('configure')}>Configure</Button>
      <Button onClick={() => onAsk('machines')}>Add machines</Button>
      <Button onClick={() => onAsk('change')}>Change</Button>
      <Button onClick={() => onAsk('remove')}>Remove</Button>
    </div>
  );
}

function GroupContent({ group }: { group: AgentGroup }) {
  const { version, next_version, settings, next_settings, machines } = group;
  return (
    <>
      {next_settings !== null && (
        <Section title={`Next configuration, version ${next_version}`}>
          <Settings of={next_settings} />
        </Section>
      )}
      <Section title={`Configuration, version ${version}`}>
        <Settings of={settings} />
      </Section>
      <section className="border-t border-stroke-subtle">
        <DataTable
          caption="Machines of the group"
          name="agent-group-machines"
          columns={machineColumns}
          rows={machines}
          rowKey={({ agent_id }) => agent_id}
          maxHeight={320}
          empty={<p className="px-5 py-4 text-body text-content-muted">No machine is in this group.</p>}
        />
      </section>
      <Section title="Versions">
        <Versions group={group} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-stroke-subtle px-5 py-4 first:border-t-0">
      <h3 className="mb-2 text-body font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Settings({ of }: { of: AgentGroup['settings'] }) {
  const rows = settingsInWords(of);
  if (rows.length === 0)
    return <p className="text-body text-content-muted">Sets nothing: each machine follows its own file.</p>;
  return (
    <Measures
      rows={rows.map(({ name, value }) => ({
        name,
        value: <span className="wrap-anywhere">{value}</span>,
      }))}
    />
  );
}

/** The versions, with the way back for admins. */
function Versions({ group }: { group: AgentGroup }) {
  const isAdmin = useIsAdmin();
  const back = useGroupChange(api.agentGroupReturn, {
    done: 'Earlier configuration restored',
    failed: 'Update failed',
  });
  const { group_id, version, next_version } = group;
  return (
    <ul aria-label="Versions" className="flex flex-col gap-2">
      {group.versions.map((each) => {
        const canReturn =
          isAdmin && (each.version < version || (each.version === version && next_version !== null));
        const state = each.version === version ? 'For all' : each.version === next_version ? 'Next' : null;
        return (
          <li key={each.version} className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-body">
            <span className="font-mono">{each.version}</span>
            {state !== null && <Badge>{state}</Badge>}
            <span className="min-w-0 grow truncate text-content-muted">
              {each.created_by}, {each.created_at.slice(0, 10)}
            </span>
            {canReturn && (
              <Button
                busy={back.isPending && back.variables.version === each.version}
                disabled={back.isPending}
                onClick={() => back.mutate({ group_id, version: each.version })}
              >
                Return to {each.version}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const machineColumns: Column<GroupMachine>[] = [
  { id: 'host', header: 'Host', kind: 'mono', value: ({ host }) => hostText(host), minWidth: 120 },
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    value: ({ state }) => stateWords[state],
    cell: ({ state }) => <Badge {...(state === 'refused' && { tone: 'strong' })}>{stateWords[state]}</Badge>,
    width: 112,
  },
  { id: 'version', header: 'Has', kind: 'number', value: ({ version }) => version, width: 64 },
  { id: 'wanted', header: 'Gets', kind: 'number', value: ({ wanted }) => wanted, width: 64 },
  { id: 'ring', header: 'Ring', kind: 'number', value: ({ ring }) => ring, width: 64 },
  {
    id: 'joined',
    header: 'Joined',
    kind: 'text',
    value: ({ joined_by }) => joinWords[joined_by],
    width: 124,
    muted: true,
  },
  { id: 'message', header: 'Reason', kind: 'text', value: ({ message }) => message, minWidth: 220 },
];
