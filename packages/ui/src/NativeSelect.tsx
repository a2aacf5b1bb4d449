import type { ComponentProps } from 'react';
import { useFieldControl } from './Field.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { fieldFrame } from './TextInput.tsx';

export interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'className' | 'size' | 'multiple'> {
  options: readonly string[];
  /** Shown while nothing is chosen, and to choose nothing again. */
  placeholder: string;
}

/** The browser's own select: for forms of public pages, which work before any script and stay light. Wired to the Field around it. */
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
