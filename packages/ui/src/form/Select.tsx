import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { use } from 'react';
import { cx } from '../base/cx.ts';
import { CheckIcon, ChevronDownIcon } from '../base/icons.tsx';
import { AtOnce, useAfterPaint } from '../base/rendering.ts';
import { useFieldControl, useFieldLabelId } from './Field.tsx';
import { fieldFrame } from './TextInput.tsx';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<Value extends string = string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onValueChange: (value: Value) => void;
  /** Shown while nothing is selected. */
  placeholder?: string;
  /** Accessible name when no Field provides one. */
  label?: string;
  /** For a form that posts. */
  name?: string;
  disabled?: boolean;
  /** 32 instead of 36 px high, for toolbars. */
  compact?: boolean;
}

/** One of a few options; supports type-ahead, arrow keys, Home and End. Controlled. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, placeholder, label, name, disabled, compact = false } = props;
  const { disabled: fieldDisabled, ...wiring } = { disabled: undefined, ...useFieldControl() };
  const labelId = useFieldLabelId();
  const afterPaint = useAfterPaint();
  const painted = use(AtOnce) || afterPaint;
  const look = cx(
    fieldFrame,
    'flex cursor-pointer items-center justify-between gap-2 px-2.5 text-left data-disabled:cursor-not-allowed data-placeholder:text-content-faint',
    compact ? 'h-8' : 'h-9',
  );
  // The first frame shows a placeholder of the same look.
  if (!painted) {
    return (
      <span aria-hidden="true" className={look}>
        <span className="truncate">
          {options.find((option) => option.value === value)?.label ?? placeholder}
        </span>
        <span className="text-content-muted">
          <ChevronDownIcon size={14} />
        </span>
      </span>
    );
  }
  return (
    // Base UI would add a <style> element, which a strict content security policy blocks; it only hides a scroll bar.
    <CSPProvider disableStyleElements>
      <Base.Root
        items={options}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next);
        }}
        disabled={disabled ?? fieldDisabled ?? false}
        modal={false}
        {...(name === undefined ? {} : { name })}
      >
        <Base.Trigger
          {...wiring}
          {...(label === undefined ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
          className={look}
        >
          <Base.Value {...(placeholder === undefined ? {} : { placeholder })} className="truncate" />
          <Base.Icon className="text-content-muted">
            <ChevronDownIcon size={14} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} collisionPadding={8} className="z-50">
            <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-popup border border-stroke-strong bg-surface-popup p-1 text-body shadow-popup outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                    className="grid h-8 cursor-pointer select-none grid-cols-[1rem_1fr] items-center gap-2 rounded-control px-2 outline-none data-disabled:cursor-default data-highlighted:bg-surface-selected data-disabled:text-content-faint"
                  >
                    <Base.ItemIndicator className="col-start-1">
                      <CheckIcon size={14} />
                    </Base.ItemIndicator>
                    <Base.ItemText className="col-start-2">{option.label}</Base.ItemText>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
