import { type ReactNode, useId } from 'react';
import { cx } from '../base/cx.ts';
import { useFieldLabelId } from './Field.tsx';

export interface Segment<Value extends string = string> {
  value: Value;
  /** The accessible name; visible when there is no icon. */
  label: string;
  icon?: ReactNode;
}

export interface SegmentedControlProps<Value extends string = string> {
  /** The setting: 'Theme', 'Density'. Inside a Field, its label names the setting. */
  label?: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/** Two to four visible options. Native radio buttons, so arrow keys work. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onValueChange } = props;
  const name = useId();
  const labelId = useFieldLabelId();
  return (
    <div
      role="radiogroup"
      {...(labelId === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelId })}
      className="inline-flex h-7 shrink-0 items-stretch rounded-control border border-stroke-strong p-px"
    >
      {segments.map((segment) => (
        <span
          key={segment.value}
          title={segment.icon ? segment.label : undefined}
          className={cx('relative inline-flex', segment.icon ? 'w-7' : false)}
        >
          <input
            type="radio"
            name={name}
            aria-label={segment.label}
            checked={segment.value === value}
            onChange={() => onValueChange(segment.value)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-[3px]"
          />
          <span
            aria-hidden="true"
            className={cx(
              'inline-flex grow items-center justify-center rounded-[3px] text-label text-content-muted transition-colors peer-checked:bg-surface-selected peer-checked:font-medium peer-checked:text-content peer-hover:text-content',
              !segment.icon && 'px-2',
            )}
          >
            {segment.icon ?? segment.label}
          </span>
        </span>
      ))}
    </div>
  );
}
