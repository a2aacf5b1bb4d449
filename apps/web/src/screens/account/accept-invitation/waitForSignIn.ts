import { leaveArrival } from '../../../session/arrival.ts';
import { type InvitationLink, type Invited, keepInvitation } from '../../../session/invitation.ts';

/** Keeps the invitation for after the sign-in, and fills in the address that it is for. */
export function waitForSignIn(link: InvitationLink, invited: Invited): void {
  keepInvitation(sessionStorage, link, invited);
  leaveArrival(sessionStorage, { email: invited.email });
}
