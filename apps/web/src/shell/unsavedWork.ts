import { useEffect } from 'react';

let unsaved: string | null = null;

/** Name of the unsaved work on the page, such as 'changes of the detection settings'; null without any. */
export const unsavedWork = (): string | null => unsaved;

/** Forgets what is unsaved: a person signs out, or discards it. */
export function discardWork(): void {
  unsaved = null;
}

/** The page asks before it is left with unsaved changes, by a link, by Back, and by closing the tab. Null: there are none. */
export function useUnsavedWork(work: string | null): void {
  useEffect(() => {
    if (work === null) return;
    unsaved = work;
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved !== null) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      unsaved = null;
      window.removeEventListener('beforeunload', warn);
    };
  }, [work]);
}
