import { paths } from '../paths.ts';

/** The query of an invitation link: a token, or an address and an organization. */
export type InvitationLink = { token: string } | { email: string; org: string };

/** Kept in session storage until the invited person has signed in. */
const key = 'scout_invitation';

/** Reads the link's query; null when something is missing. */
export function readInvitationLink(query: URLSearchParams): InvitationLink | null {
  const token = query.get('token')?.trim();
  if (token) return { token };
  const email = query.get('email')?.trim();
  const org = query.get('org')?.trim();
  return email && org ? { email, org } : null;
}

/** The page of an invitation. */
export function invitationPath(link: InvitationLink): string {
  return `${paths.acceptInvitation}?${new URLSearchParams(link)}`;
}

/** The invited address and organization; the organization is unknown until the link's call responds. */
export interface Invited {
  email: string;
  organization: string;
}

export function keepInvitation(
  storage: Pick<Storage, 'setItem'>,
  link: InvitationLink,
  { email, organization }: Invited,
): void {
  storage.setItem(key, new URLSearchParams({ ...link, invited: email, organization }).toString());
}

/** The invited person of the pending invitation, to prefill the sign-up form; null without one. */
export function keptInvited(storage: Pick<Storage, 'getItem'>): Invited | null {
  const kept = storage.getItem(key);
  if (kept === null) return null;
  const query = new URLSearchParams(kept);
  return { email: query.get('invited') ?? '', organization: query.get('organization') ?? '' };
}

/** The invitation that is pending until sign-in, or null. */
export function keptInvitation(storage: Pick<Storage, 'getItem'>): InvitationLink | null {
  const kept = storage.getItem(key);
  return kept === null ? null : readInvitationLink(new URLSearchParams(kept));
}

export function dropInvitation(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(key);
}
