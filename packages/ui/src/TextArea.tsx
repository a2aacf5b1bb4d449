import type { ComponentProps } from 'react';
import { useFieldControl } from './Field.tsx';
import { fieldFrame } from './TextInput.tsx';

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'>;

/** Lines of text, four high unless said otherwise; a person may pull it taller. Wired to the Field around it. */
export function TextArea({ rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      {...rest}
      className={`${fieldFrame} min-h-20 resize-y px-2.5 py-2 read-only:bg-surface-3`}
    />
  );
}
