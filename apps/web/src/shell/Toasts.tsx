import { limits } from '@scout/contract';
import { createToastQueue, showToast, ToastRegion } from '@scout/ui';
import { useEffect } from 'react';
import { useStore } from '../store/useStore.ts';
import { waitingToasts } from './toast.tsx';

const queue = createToastQueue();

/** Takes the waiting toasts and shows them. */
export default function Toasts() {
  const waiting = useStore(waitingToasts);
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const message of waiting) showToast(queue, message);
    waitingToasts.set([]);
  }, [waiting]);
  return <ToastRegion queue={queue} timeoutMs={limits.timers.toastMs} />;
}
