import type { Rates } from '@scout/server/auth/rates';

/** For runs whose many attempts are the point: nothing is counted and nothing refused. */
export const unlimitedRates: Rates = {
  consume: async () => {},
  allows: async () => true,
  giveBack: async () => {},
  forget: async () => {},
  clearExpired: async () => {},
};
