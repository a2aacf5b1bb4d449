import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { useFieldControl } from './Field.tsx';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'size'> {
  /** Monospace, for codes, identifiers and addresses. */
  mono?: boolean;
  /** 32 instead of 36 px high, for toolbars. */
  compact?: boolean;
}

/** The frame shared by all fields. */
export const fieldFrame =
  'w-full rounded-control border border-stroke-strong bg-surface-field text-body text-content transition-colors hover:border-content-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-fault disabled:cursor-not-allowed disabled:bg-surface-3 disabled:text-content-muted';

/** A line of text. Takes id, description, error and required from the surrounding Field. */
export function TextInput({ mono = false, compact = false, type = 'text', ...rest }: TextInputProps) {
  return (
    <input
      {...useFieldControl()}
      type={type}
      {...rest}
      className={cx(
        fieldFrame,
        'px-2.5 read-only:bg-surface-3',
        compact ? 'h-8' : 'h-9',
        mono && 'font-mono',
      )}
    />
  );
}

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'>;

/** Multi-line text, four rows by default, resizable. Uses the surrounding Field. */
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
