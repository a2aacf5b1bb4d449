import { leaveArrival } from '../../../session/arrival.ts';
import { type InvitationLink, keepInvitation } from '../../../session/invitation.ts';

/** Keeps the invitation for after the sign-in, and fills in the address that it is for. */
export function waitForSignIn(link: InvitationLink, email: string): void {
  keepInvitation(sessionStorage, link);
  leaveArrival(sessionStorage, { email });
}
