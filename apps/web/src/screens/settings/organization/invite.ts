import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { toast } from '../../../shell/toast.tsx';
import { invitationFailure } from './invitationFailure.ts';

/** Mails an invitation to a pending member; the server writes it. `added` when the member was added a moment ago. */
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
