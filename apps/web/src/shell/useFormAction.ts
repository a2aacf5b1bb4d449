import type { Access } from '@scout/contract';
import { type RefObject, useRef } from 'react';
import { usePageActions } from './pageActions.ts';

/** Adds a form to the command palette, which focuses its first field. @returns the ref of the form */
export function useFormAction(label: string, access: Access): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  usePageActions([
    {
      label,
      access,
      focus: () => form.current?.querySelector<HTMLElement>('input:not([readonly]), textarea') ?? null,
    },
  ]);
  return form;
}
