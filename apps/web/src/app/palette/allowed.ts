import { type Access, accessKinds } from '@scout/contract';

/** The properties of the signed-in person that determine the palette's entries. */
export interface ViewerRights {
  isAdmin: boolean;
  isSubscribed: boolean;
}

/** True when a member of this standing is permitted this access. Only for display; the server enforces it. */
export function isAllowed(access: Access, { isAdmin, isSubscribed }: ViewerRights): boolean {
  const { proof, admin, subscribed } = accessKinds[access];
  return proof === 'jwt' && (!admin || isAdmin) && (!subscribed || isSubscribed);
}
