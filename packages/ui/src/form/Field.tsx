import { createContext, type ReactNode, use, useId } from 'react';
import { AlertIcon } from '../base/icons.tsx';

interface FieldWiring {
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** Ids and states that a control takes from the surrounding Field; spread them on the element. */
export function useFieldControl() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.controlId,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
    disabled: field.disabled || undefined,
  };
}

/** The id of the surrounding Field's label, for controls that are not labeled by `for`. */
export function useFieldLabelId(): string | undefined {
  return use(FieldContext)?.labelId;
}

export interface FieldProps {
  label: ReactNode;
  /** One control: TextInput, Select, Switch. */
  children: ReactNode;
  /** The expected input, shown until there is an error. */
  hint?: ReactNode;
  /** The problem; replaces the hint and is announced. */
  error?: ReactNode;
  /** Marks the label with an asterisk and the control with `aria-required`. */
  required?: boolean;
  disabled?: boolean;
}

/** A label, a control and its hint or error, connected for assistive technology. */
export function Field({ label, children, hint, error, required = false, disabled = false }: FieldProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  const note = hasError ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <FieldContext
      value={{
        controlId: id,
        labelId: `${id}-label`,
        describedBy: note,
        invalid: hasError,
        required,
        disabled,
      }}
    >
      <div className="flex flex-col gap-1.5">
        <label id={`${id}-label`} htmlFor={id} className="text-body font-medium text-content">
          {label}
          {required && (
            <span aria-hidden="true" className="text-content-muted">
              *
            </span>
          )}
        </label>
        {children}
        <div aria-live="polite">
          {hasError ? (
            <p id={`${id}-error`} className="flex items-start gap-1.5 text-label text-fault">
              <AlertIcon size={14} />
              <span>{error}</span>
            </p>
          ) : (
            hint && (
              <p id={`${id}-hint`} className="text-label text-content-muted">
                {hint}
              </p>
            )
          )}
        </div>
      </div>
    </FieldContext>
  );
}
