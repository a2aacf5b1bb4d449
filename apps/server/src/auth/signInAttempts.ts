import type { Caller } from './caller.ts';
import type { AuthCore } from './core.ts';
import { knowsDevice } from './devices.ts';
import { networkOf } from './network.ts';

/** An attempt that was let through to the check of its password. */
export interface SignInAttempt {
  /** Reverts the count: only wrong passwords count. */
  succeeded(): Promise<void>;
}

/** Bounds on guessing passwords (docs/decisions/0720-guessing-without-lock-out.md). */
export interface SignInAttempts {
  /**
   * Counts an attempt: of a known browser of the user in its own budget, of any other in those of its address and
   * of the user. The answer is the same whether the user exists or not.
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
      // Last, so that one address uses up no more of the user's budget than its own.
      await rates.consume('signInPerAccount', email);
      return {
        async succeeded() {
          await rates.forget('signInPerPlace', place);
          // One back, not all: who knows the password does not give guessers new attempts.
          await rates.giveBack('signInPerAccount', email);
        },
      };
    },
  };
}
