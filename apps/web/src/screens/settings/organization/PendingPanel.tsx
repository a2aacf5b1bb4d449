import type { Member } from '@scout/contract';
import { Button, type Column, DataTable, EmptyState, formatTime, Panel } from '@scout/ui';
import { timeZone } from '../../../events/timeZone.ts';
import { useInvite } from './invite.ts';
import { MembersFailure } from './MembersFailure.tsx';
import { useMemberChange, useMembers } from './members.ts';

/** Who was invited and has not answered, and who asks to join. */
export function PendingPanel() {
  const members = useMembers();
  const change = useMemberChange();
  const invite = useInvite();
  const rows = members.data?.filter((member) => member.status === 'pending') ?? [];

  const columns: Column<Member>[] = [
    { id: 'email', header: 'Email', kind: 'mono', value: (member) => member.email, minWidth: 160 },
    { id: 'waits', header: 'Waits for', kind: 'text', value: waitsFor, minWidth: 150 },
    {
      id: 'action',
      header: 'Action',
      kind: 'text',
      sortable: false,
      value: () => null,
      width: 250,
      cell: (member) => (
        <span className="-ml-2.5 flex">
          <RowAction
            label="Approve"
            member={member}
            onPress={() => change.mutate({ action: 'approve', email: member.email })}
          />
          <RowAction
            label="Reject"
            member={member}
            onPress={() => change.mutate({ action: 'reject', email: member.email })}
          />
          {member.waits_for === 'invitation' && (
            <RowAction
              label="Resend invitation"
              member={member}
              busy={invite.isPending && invite.variables.email === member.email}
              onPress={() => invite.mutate({ email: member.email, added: false })}
            />
          )}
        </span>
      ),
    },
  ];

  return (
    <Panel title="Pending members" span={7} flush>
      {members.isError && members.data === undefined ? (
        <MembersFailure members={members} />
      ) : (
        <DataTable
          caption="Pending members"
          columns={columns}
          rows={rows}
          rowKey={(member) => member.email}
          loading={members.isPending}
          maxHeight={400}
          empty={
            <EmptyState reason="quiet" title="Nobody is waiting">
              Who was invited and has not answered appears here, and who registers while approval is required.
            </EmptyState>
          }
        />
      )}
    </Panel>
  );
}

interface RowActionProps {
  label: string;
  member: Member;
  busy?: boolean;
  onPress: () => void;
}

function RowAction({ label, member, busy = false, onPress }: RowActionProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      busy={busy}
      onClick={onPress}
      aria-label={`${label} ${member.email}`}
    >
      {label}
    </Button>
  );
}

function waitsFor({ waits_for, invitation_expires_at }: Member): string {
  if (waits_for === 'approval') return 'Your approval';
  if (invitation_expires_at === null) return 'No open invitation';
  return `Their answer until ${formatTime(invitation_expires_at, { timeZone })?.date}`;
}
