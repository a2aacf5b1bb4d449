import type { ToastMessage, ToastTone } from '@scout/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createStore } from '../store/createStore.ts';
import { useStore } from '../store/useStore.ts';
import { whenIdle } from './whenIdle.ts';

/** Toasts not yet taken by their region. */
export const waitingToasts = createStore<readonly ToastMessage[]>([]);

const tell = (tone: ToastTone) => (title: string, text?: string) =>
  waitingToasts.set([...waitingToasts.get(), { tone, title, ...(text !== undefined && { text }) }]);

/** Shows a toast: `toast.success('Profile updated')`, `toast.error('Save failed', messageOf(error))`. */
export const toast = { success: tell('success'), error: tell('error'), info: tell('info') };

const Toasts = lazy(() => import('./Toasts.tsx'));

/** The region of the toasts, once in the document. Its script is loaded when the page is idle, or for the first toast. */
export function Toaster() {
  const isWaiting = useStore(waitingToasts, ({ length }) => length > 0);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  // Stays mounted: a toast that it took is no longer waiting.
  useEffect(() => setIdle((was) => was || isWaiting), [isWaiting]);
  if (!isIdle && !isWaiting) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
