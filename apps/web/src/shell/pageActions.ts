import type { Access } from '@scout/contract';
import { useEffect, useId, useRef } from 'react';
import { createStore, type Store } from '../store/createStore.ts';

/** Something that can be done on the page that is shown; the command palette lists it. */
export interface PageAction {
  /** Unique on the page: 'Close case…'. */
  label: string;
  /** Additional search terms. */
  words?: string;
  /** Who may do it: the access of the call behind it; 'member' for what changes this browser alone. */
  access: Access;
  /** An action on one row of a list; such actions come last. */
  ofRow?: boolean;
  run?: () => void;
  /** The field that the action begins with. */
  focus?: () => HTMLElement | null;
}

const byComponent = new Map<string, readonly PageAction[]>();
const registered = createStore<readonly PageAction[]>([]);

/** The actions of the page that is shown, in the order of its parts. */
export const pageActions: Store<readonly PageAction[]> = registered;

const publish = () => registered.set([...byComponent.values()].flat());

/** Registers what can be done here, as long as the component is shown. An action always runs as it was rendered last. */
export function usePageActions(actions: readonly PageAction[]): void {
  const key = useId();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const texts = JSON.stringify(
    actions.map(({ label, words, access, ofRow, focus }) => [
      label,
      words,
      access,
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
