import { Notice } from '@scout/ui';
import type { Arrival } from '../../../session/arrival.ts';

interface ArrivalNoticeProps {
  arrival: Arrival;
  /** True when an invitation is pending until this sign-in. */
  invited: boolean;
}

/** The notice left by the previous screen. */
export function ArrivalNotice({ arrival, invited }: ArrivalNoticeProps) {
  if (arrival.confirmed) {
    return (
      <Notice tone="success" title="Email confirmed">
        Sign in to start using Scout
      </Notice>
    );
  }
  if (arrival.registered) {
    return (
      <Notice tone="success" title="Sign up successful">
        Please check your email to confirm your account.
      </Notice>
    );
  }
  if (invited) {
    return (
      <Notice title="Your invitation is waiting">
        Sign in with the invited address, or sign up with it first. Then you can accept.
      </Notice>
    );
  }
  return null;
}
