import { type Member, roleTable } from '@scout/contract';
import { EmptyState, formatTime, Mono, Panel, Skeleton } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { RowButton } from '../RowButton.tsx';
import { useInvite } from './invite.ts';
import { MembersFailure } from './MembersFailure.tsx';
import { useMemberChange, useMembers } from './members.ts';

/** Pending invitations and requests to join. */
export function PendingPanel() {
  const members = useMembers();
  const pending = members.data?.filter((member) => member.status === 'pending') ?? [];
  return (
    <Panel title="Pending members" span={7} flush>
      {members.isError && members.data === undefined ? (
        <MembersFailure members={members} />
      ) : members.isPending ? (
        <Skeleton shape="table" label="Pending members" lines={2} columns={3} />
      ) : pending.length === 0 ? (
        <EmptyState reason="quiet" title="No pending members" line>
          People you invited and people who sign up from your domains wait here.
        </EmptyState>
      ) : (
        <ul aria-label="Pending members" className="max-h-100 overflow-y-auto border-t border-stroke-subtle">
          {pending.map((member) => (
            <PendingMember key={member.email} member={member} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PendingMember({ member }: { member: Member }) {
  const change = useMemberChange();
  const invite = useInvite();
  const { email } = member;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-1 border-b border-stroke-subtle px-4 py-1 text-body last:border-b-0">
      <span className="flex min-w-0 grow basis-72 flex-wrap items-center gap-x-4">
        <span className="min-w-0 text-label">
          <Mono value={email} />
        </span>
        <span className="text-content-muted">
          {member.role !== 'member' && `${roleTable[member.role].label}, `}
          {waitsFor(member)}
        </span>
      </span>
      <span className="flex gap-2.5">
        <RowButton
          access="admin"
          label={`Approve ${email}`}
          onPress={() => change.mutate({ action: 'approve', email })}
        >
          Approve
        </RowButton>
        <RowButton
          access="admin"
          label={`Reject ${email}`}
          onPress={() => change.mutate({ action: 'reject', email })}
        >
          Reject
        </RowButton>
        {member.waits_for === 'invitation' && (
          <RowButton
            access="admin"
            label={`Resend invitation ${email}`}
            busy={invite.isPending}
            onPress={() => invite.mutate({ email, added: false })}
          >
            Resend invitation
          </RowButton>
        )}
      </span>
    </li>
  );
}

function waitsFor({ waits_for, invitation_expires_at, removed_at }: Member): string {
  if (waits_for === 'approval') {
    return removed_at === null ? 'waits for your approval' : 'was removed before; waits for your approval';
  }
  if (invitation_expires_at === null) return 'has no open invitation';
  return `may answer until ${formatTime(invitation_expires_at, { timeZone })?.date}`;
}
