import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../base/icons.tsx';
import { useFieldControl } from './Field.tsx';
import { fieldFrame } from './TextInput.tsx';

export interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'size' | 'multiple'> {
  options: readonly string[];
  /** The label of the empty option. */
  placeholder: string;
}

/** The browser's own select, for forms of public pages, which work before any script loads. Uses the surrounding Field. */
export function NativeSelect({ options, placeholder, ...rest }: NativeSelectProps) {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        {...rest}
        className={`${fieldFrame} h-9 cursor-pointer appearance-none pr-8 pl-2.5`}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-content-muted">
        <ChevronDownIcon size={14} />
      </span>
    </div>
  );
}
