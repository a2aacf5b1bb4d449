import type { Access, CallName } from '@scout/contract';
import { useEffect, useId, useRef } from 'react';
import { createStore, type Store } from '../store/createStore.ts';

/** An action on the current page, listed by the command palette. */
export interface PageAction {
  /** Unique on the page: 'Close case…'. */
  label: string;
  /** Additional search terms. */
  words?: string;
  /** Required access: that of the call behind it; 'member' for changes to this browser only. */
  access: Access;
  /** That call, where roles beside admin and member differ. */
  call?: CallName | undefined;
  /** An action on one row of a list; such actions come last. */
  ofRow?: boolean;
  run?: () => void;
  /** The field that receives the focus. */
  focus?: () => HTMLElement | null;
}

const byComponent = new Map<string, readonly PageAction[]>();
const registered = createStore<readonly PageAction[]>([]);

/** The actions of the current page, in the order of its parts. */
export const pageActions: Store<readonly PageAction[]> = registered;

const publish = () => registered.set([...byComponent.values()].flat());

/** Registers actions while the component is mounted. An action always runs in its last rendered version. */
export function usePageActions(actions: readonly PageAction[]): void {
  const key = useId();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const texts = JSON.stringify(
    actions.map(({ label, words, access, call, ofRow, focus }) => [
      label,
      words,
      access,
      call,
      ofRow,
      focus !== undefined,
    ]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: actions are compared by their texts.
  useEffect(() => {
    byComponent.set(
      key,
      actions.map((action, index) => ({
        ...action,
        run: () => latest.current[index]?.run?.(),
        ...(action.focus && { focus: () => latest.current[index]?.focus?.() ?? null }),
      })),
    );
    publish();
  }, [key, texts]);
  useEffect(
    () => () => {
      byComponent.delete(key);
      publish();
    },
    [key],
  );
}
