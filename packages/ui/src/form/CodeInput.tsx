import type { ComponentProps } from 'react';
import { cx } from '../base/cx.ts';
import { useFieldControl } from './Field.tsx';
import { fieldFrame } from './TextInput.tsx';

export interface CodeInputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'size' | 'type' | 'value' | 'onChange'> {
  /** Digits only. */
  value: string;
  /** Receives the digits of the typed or pasted text, at most six. */
  onValueChange: (digits: string) => void;
}

const digits = 6;

/** Six digits from an email or an authenticator app. One field, so that paste and autofill work, styled as six places. */
export function CodeInput({ value, onValueChange, ...rest }: CodeInputProps) {
  return (
    <input
      {...useFieldControl()}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      value={value}
      onChange={(event) => onValueChange(event.target.value.replaceAll(/\D/g, '').slice(0, digits))}
      className={cx(
        fieldFrame,
        'h-14 pl-4 font-mono text-title! tracking-[3ch] caret-accent',
        // A line under each of the six places.
        'bg-[repeating-linear-gradient(to_right,var(--color-stroke-strong)_0_1ch,transparent_1ch_4ch)] bg-[length:21ch_1px] bg-[position:1rem_2.6rem] bg-no-repeat',
      )}
    />
  );
}
