import type { KeyboardEvent } from 'react';
import { cx } from '../base/cx.ts';
import { CloseIcon, SearchIcon } from '../base/icons.tsx';
import { PlainIconButton } from '../base/PlainIconButton.tsx';
import { fieldFrame } from './TextInput.tsx';

export interface SearchInputProps {
  /** Accessible name; the placeholder is not one. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Called by the clear button, or by Escape while the button is shown. */
  onClear: () => void;
  /** Called on Enter. */
  onSubmit?: () => void;
  placeholder?: string;
  /** True when there is something to clear; defaults to a non-empty text. */
  clearable?: boolean;
  /** Accessible name of the clear button. */
  clearLabel?: string;
  disabled?: boolean;
}

/** A search box with a labeled clear button. Controlled. */
export function SearchInput(props: SearchInputProps) {
  const { label, value, onValueChange, onClear, onSubmit, placeholder, disabled = false } = props;
  const clearable = props.clearable ?? value !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit?.();
    if (event.key === 'Escape' && clearable) {
      event.preventDefault();
      onClear();
    }
  };
  return (
    <div className="relative w-full min-w-0">
      <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-content-faint">
        <SearchIcon size={14} />
      </span>
      <input
        type="search"
        aria-label={label}
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(fieldFrame, 'h-8 pr-8 pl-8')}
      />
      {clearable && (
        <span className="absolute inset-y-0 right-1 flex items-center">
          <PlainIconButton
            label={props.clearLabel ?? 'Clear'}
            icon={<CloseIcon size={12} />}
            size="tiny"
            onClick={onClear}
          />
        </span>
      )}
    </div>
  );
}
