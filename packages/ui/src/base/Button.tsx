import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './icons.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonLook {
  /** `primary` once per screen; `secondary` otherwise; `quiet` inside toolbars; `danger` for irreversible actions. */
  variant?: ButtonVariant;
  /** 28, 32 or 40 px high. */
  size?: ButtonSize;
  /** The whole width. */
  block?: boolean;
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent-fill text-accent-content border-transparent not-data-disabled:hover:bg-accent-fill-strong',
  secondary: 'text-content border-stroke-strong not-data-disabled:hover:bg-surface-3',
  quiet:
    'border-transparent text-content-muted not-data-disabled:hover:bg-surface-3 not-data-disabled:hover:text-content',
  // Red is for severity alone.
  danger: 'text-content border-content not-data-disabled:hover:bg-surface-3',
};

const sizes: Record<ButtonSize, string> = {
  small: 'h-7 px-2.5 text-label',
  medium: 'h-8 px-3 text-body',
  large: 'h-10 px-4 text-lead',
};

/** The classes of a button, for a link that should look like one: `<Link className={buttonClass({variant: 'primary'})}>`. */
export function buttonClass({
  variant = 'secondary',
  size = 'medium',
  block = false,
}: ButtonLook = {}): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control border font-medium no-underline',
    'cursor-pointer transition-colors active:not-data-disabled:translate-y-px data-disabled:cursor-default data-disabled:opacity-55',
    variants[variant],
    sizes[size],
    block && 'w-full',
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'ref'>, ButtonLook {
  /** Shows a spinner, keeps the focus and ignores presses. The caller changes the label. */
  busy?: boolean;
  /** An icon before the label; never one that only repeats it. */
  icon?: ReactNode;
}

/** A push button; `type` is `button` unless said otherwise. */
export function Button({
  variant,
  size,
  block,
  busy = false,
  disabled = false,
  icon,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton
      type="button"
      {...rest}
      disabled={disabled || busy}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }) })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </BaseButton>
  );
}
