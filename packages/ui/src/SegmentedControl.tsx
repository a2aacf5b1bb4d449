import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Segment<Value extends string = string> {
  value: Value;
  /** Its accessible name, and what is shown when there is no icon. */
  label: string;
  icon?: ReactNode;
}

export interface SegmentedControlProps<Value extends string = string> {
  /** What is chosen: 'Theme', 'Density'. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/** One of two to four, all in sight. A radio group: arrow keys move the choice. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onValueChange } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next: Value) => onValueChange(next)}
      className="inline-flex h-7 shrink-0 items-stretch rounded-control border border-stroke-strong p-px"
    >
      {segments.map((segment) => (
        <Radio.Root
          key={segment.value}
          value={segment.value}
          aria-label={segment.label}
          title={segment.icon ? segment.label : undefined}
          className={cx(
            'inline-flex cursor-pointer items-center justify-center rounded-[3px] text-label text-content-muted transition-colors hover:text-content data-checked:bg-surface-selected data-checked:font-medium data-checked:text-content',
            segment.icon ? 'w-7' : 'px-2',
          )}
        >
          {segment.icon ?? segment.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
