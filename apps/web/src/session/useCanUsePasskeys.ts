import { useEffect, useState } from 'react';
import { canUsePasskeys } from './passkeys.ts';

/** {@link canUsePasskeys}; false in the first frame, which is the one of the built page. */
export function useCanUsePasskeys(): boolean {
  const [can, setCan] = useState(false);
  useEffect(() => setCan(canUsePasskeys()), []);
  return can;
}
