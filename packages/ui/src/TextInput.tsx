import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { useFieldControl } from './Field.tsx';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'className' | 'size'> {
  /** For values that machines read: codes, identifiers, addresses. */
  mono?: boolean;
  /** 32 instead of 36 px high, for toolbars. */
  compact?: boolean;
}

/** The frame that all fields share. */
export const fieldFrame =
  'w-full rounded-control border border-stroke-strong bg-surface-field text-body text-content transition-colors hover:border-content-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-fault disabled:cursor-not-allowed disabled:bg-surface-3 disabled:text-content-muted';

/** A line of text. Inside a Field it takes id, description, error and required from it. */
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
