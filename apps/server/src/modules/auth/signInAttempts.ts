import type { Caller } from '../../platform/http/caller.ts';
import type { AuthCore } from './core.ts';
import { networkOf } from './network.ts';
import { knowsDevice } from './sql/devices.ts';

/** An attempt admitted to the password check. */
export interface SignInAttempt {
  /** Reverts the count: only wrong passwords count. */
  succeeded(): Promise<void>;
}

/** Limits on guessing passwords (docs/decisions/0101-sign-in.md). */
export interface SignInAttempts {
  /**
   * Counts an attempt: a known browser of the user has its own limit, any other counts against those of its address and of the
   * user. The response does not depend on the existence of the user.
   * @throws Refusal rate_limited
   */
  admit(email: string, caller: Caller): Promise<SignInAttempt>;
}

export function createSignInAttempts({
  store,
  rates,
  cookies,
}: Pick<AuthCore, 'store' | 'rates' | 'cookies'>): SignInAttempts {
  return {
    async admit(email, caller) {
      const device = cookies.readDevice(caller.cookie);
      if (device !== undefined && (await knowsDevice(store.db, email, device))) {
        const key = `${email} ${device}`;
        await rates.consume('signInPerDevice', key);
        return { succeeded: () => rates.forget('signInPerDevice', key) };
      }
      const place = `${email} ${networkOf(caller.address)}`;
      await rates.consume('signInPerAddress', caller.address);
      await rates.consume('signInPerPlace', place);
      // Last, so that one address cannot use more of the user's limit than its own.
      await rates.consume('signInPerUser', email);
      return {
        async succeeded() {
          await rates.forget('signInPerPlace', place);
          // Returns one, not all: a successful sign-in gives guessers no new attempts.
          await rates.giveBack('signInPerUser', email);
        },
      };
    },
  };
}
