import type { Access } from '@scout/contract';
import { type RefObject, useRef } from 'react';
import { usePageActions } from './pageActions.ts';

/** Puts a form into the command palette, which moves the focus to its first field. @returns the ref of the form */
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
