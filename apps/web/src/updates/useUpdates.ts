import type { UpdateKind } from '@scout/contract';
import { useEffect } from 'react';
import { sendWithToken } from '../api/client.ts';
import { contractRoutes } from '../api/contractRoutes.ts';
import { session } from '../session/current.ts';
import { type FollowingPage, followUpdates } from './follow.ts';

/** Dispatches an event named by its kind for each update. */
const updates = new EventTarget();

/** Without the timeout of a call, because this response is a stream. */
const send = sendWithToken(session, (request, init) => fetch(request, init));

const open = (signal: AbortSignal) =>
  send(new Request(contractRoutes.updates['~orpc'].route.path!, { signal, cache: 'no-store' }));

/** Follows the updates of an organization; null stops. */
export function useFollowing(tenantId: string | null): void {
  useEffect(() => {
    // Web Locks need a secure context; over plain HTTP pages only poll.
    if (tenantId === null || !('locks' in navigator)) return;
    const channel = new BroadcastChannel('scout-updates');
    const stop = followUpdates(open, pageOn(channel), (kind) => updates.dispatchEvent(new Event(kind)));
    return () => {
      stop();
      channel.close();
    };
  }, [tenantId]);
}

/** Calls back for each update of a kind. @returns a function that stops it */
export function onUpdate(kind: UpdateKind, listener: () => void): () => void {
  updates.addEventListener(kind, listener);
  return () => updates.removeEventListener(kind, listener);
}

const pageOn = (channel: BroadcastChannel): FollowingPage => ({
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
  isVisible: () => document.visibilityState === 'visible',
  onVisibility(callback) {
    document.addEventListener('visibilitychange', callback);
    return () => document.removeEventListener('visibilitychange', callback);
  },
  alone: (signal, work) => navigator.locks.request('scout-updates', { signal }, work),
  tellOthers: (kind) => channel.postMessage(kind),
  onOthers(callback) {
    const hear = ({ data }: MessageEvent<UpdateKind>) => callback(data);
    channel.addEventListener('message', hear);
    return () => channel.removeEventListener('message', hear);
  },
});
