import { describeDevice } from './device.ts';

/** Who calls, as far as sign-in needs to know. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** The Cookie header. */
  readonly cookie: string | undefined;
}

/** Where a call came from, for the audit log and for notices. */
export const placeOf = ({ address, userAgent }: Caller) => ({ address, device: describeDevice(userAgent) });
