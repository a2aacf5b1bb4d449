import { organizationMessages } from '@scout/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, statusOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { toast } from '../../../shell/toast.tsx';

/** Sends an invitation mail to a pending member. @param added true when the member was just added */
export function useInvite() {
  const client = useQueryClient();
  const { tenant, profile, user } = useOrganization();
  return useMutation({
    mutationFn: ({ email }: { email: string; added: boolean }) =>
      api.sendMemberInvitation({
        to: email,
        organizationName: tenant.company_name,
        inviterName: profile?.full_name ?? '',
        inviterEmail: user.email,
      }),
    onSuccess: (_, { email }) => toast.success('Invitation sent', email),
    onError: (error, { added }) => toast.error('Email failed', invitationFailure(error, added)),
    onSettled: () => client.invalidateQueries({ queryKey: query.members.key() }),
  });
}

const notSent = 'Member was added but invitation email could not be sent. Please contact them directly.';

/** Message for an invitation that could not be sent (spec section 8). */
export function invitationFailure(error: unknown, added: boolean): string {
  if (statusOf(error) === 429) return organizationMessages.tooManyInvites;
  return added ? notSent : `Failed to send invitation: ${messageOf(error)}`;
}
