import type { Member } from '@scout/contract';

export interface DeletionConsequences {
  /** False when the server would refuse, or while the members are unknown. */
  possible: boolean;
  text: string;
}

const ownOnly = 'Your account, sessions and second factors are permanently deleted.';

/** The consequences of deleting a user without an organization. */
export const deletionAlone: DeletionConsequences = { possible: true, text: ownOnly };

/**
 * The consequences of deleting the user for the organization (docs/decisions, the last admin).
 * @param members all members of the organization, as read by admins; null for a member, undefined while loading
 */
export function deletionConsequences(
  members: readonly Member[] | null | undefined,
  email: string,
  company: string,
): DeletionConsequences {
  const stays = `${ownOnly} ${company}, its other members and its data stay.`;
  if (members === null) return { possible: true, text: stays };
  if (members === undefined) {
    return { possible: false, text: ownOnly };
  }
  const others = members.filter((member) => member.status === 'active' && member.email !== email);
  if (others.length === 0) {
    return {
      possible: true,
      text: `You are the only active member of ${company}: the organization is deleted with your account, and with it its agents, events, incidents, settings and audit log. This cannot be undone.`,
    };
  }
  if (others.some((member) => member.is_admin)) return { possible: true, text: stays };
  return {
    possible: false,
    text: `Cannot remove last admin: you are the only admin of ${company}. Make someone else an admin first; then you can delete your account, and the organization stays.`,
  };
}
