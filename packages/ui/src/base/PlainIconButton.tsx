import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PlainIconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'ref' | 'aria-label' | 'children'> {
  /** The action; also the accessible name. */
  label: string;
  icon: ReactNode;
  /** 24, 28 or 32 px square. */
  size?: 'tiny' | 'small' | 'medium';
}

const sizes = { tiny: 'size-6', small: 'size-7', medium: 'size-8' };

/** An icon-only button without a tooltip, for places where its meaning is obvious. Keeps the tooltip code out of public pages. */
export function PlainIconButton({ label, icon, size = 'medium', ...rest }: PlainIconButtonProps) {
  return (
    <BaseButton
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 cursor-pointer items-center justify-center rounded-control text-content-muted transition-colors hover:bg-surface-3 hover:text-content data-disabled:cursor-default data-disabled:opacity-55',
        sizes[size],
      )}
    >
      {icon}
    </BaseButton>
  );
}
