import { contract, type UpdateKind } from '@scout/contract';
import { useEffect } from 'react';
import { sendWithToken } from '../api/client.ts';
import { session } from '../session/current.ts';
import { type FollowingPage, followUpdates } from './follow.ts';

const listeners: Record<UpdateKind, Set<() => void>> = { events: new Set(), organization: new Set() };

/** Without the time limit of a call: this answer goes on. */
const send = sendWithToken(session, (request, init) => fetch(request, init));

const open = (signal: AbortSignal) =>
  send(new Request(contract.updates['~orpc'].route.path!, { signal, cache: 'no-store' }));

/** Follows the news of the signed-in person's organization while it is given. */
export function useFollowing(tenantId: string | null): void {
  useEffect(() => {
    // Unknown where pages come by plain HTTP from another machine; pages poll there.
    if (tenantId === null || !('locks' in navigator)) return;
    const channel = new BroadcastChannel('scout-updates');
    const stop = followUpdates(open, pageOn(channel), (kind) => {
      for (const listener of listeners[kind]) listener();
    });
    return () => {
      stop();
      channel.close();
    };
  }, [tenantId]);
}

/** Calls back at news of a kind, while something follows. */
export function onUpdate(kind: UpdateKind, listener: () => void): () => void {
  listeners[kind].add(listener);
  return () => listeners[kind].delete(listener);
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
