import type { Rates } from '@scout/server/modules/auth/rates';

/** For runs with many intended attempts: counts and refuses nothing. */
export const unlimitedRates: Rates = {
  consume: async () => {},
  allows: async () => true,
  giveBack: async () => {},
  forget: async () => {},
  clearExpired: async () => {},
};
