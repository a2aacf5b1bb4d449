import { useAfterPaint } from '@scout/ui';
import { useState } from 'react';

/**
 * What a part of a page shows that follows the first frame with figures: a skeleton or nothing until then, whichever stood there before they
 * were known, so that the frame has nothing to do for it.
 */
export function useFollowing(known: boolean): 'skeleton' | 'nothing' | 'figures' {
  const [began] = useState<'nothing' | 'skeleton'>(known ? 'nothing' : 'skeleton');
  const painted = useAfterPaint(known);
  if (known && painted) return 'figures';
  return known ? began : 'skeleton';
}
