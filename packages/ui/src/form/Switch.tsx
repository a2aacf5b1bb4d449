import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** A second line under the label. */
  description?: ReactNode;
  disabled?: boolean;
}

/** An on/off switch that applies immediately. The knob's position shows the state, not color alone. */
export function Switch({ label, checked, onCheckedChange, description, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="relative mt-px inline-flex h-4.5 w-8 shrink-0 cursor-pointer items-center rounded-full border border-stroke-strong bg-surface-field transition-colors data-disabled:cursor-default data-checked:border-accent-fill data-checked:bg-accent-fill data-disabled:opacity-55"
      >
        <Base.Thumb className="ml-0.5 size-3 rounded-full bg-content-muted transition-[translate] data-checked:translate-x-3.5 data-checked:bg-accent-content" />
      </Base.Root>
      <div className="flex flex-col">
        <label htmlFor={id} className="cursor-pointer text-body">
          {label}
        </label>
        {description && (
          <span id={`${id}-description`} className="text-label text-content-muted">
            {description}
          </span>
        )}
      </div>
    </div>
  );
}
