import { type Access, accessKinds } from '@scout/contract';

/** The signed-in person, as far as it decides what the palette lists. */
export interface Standing {
  isAdmin: boolean;
  isSubscribed: boolean;
}

/** True when a member of this standing may do what has this access. Only for display; the server enforces it. */
export function isAllowed(access: Access, { isAdmin, isSubscribed }: Standing): boolean {
  const { proof, admin, subscribed } = accessKinds[access];
  return proof === 'jwt' && (!admin || isAdmin) && (!subscribed || isSubscribed);
}
