import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'ref' | 'aria-label' | 'children'> {
  /** What it does; its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  /** 24, 28 or 32 px square. */
  size?: 'tiny' | 'small' | 'medium';
  /** No tooltip, where the place already says what it does. */
  plain?: boolean;
}

const sizes = { tiny: 'size-6', small: 'size-7', medium: 'size-8' };

/** A button that is only a drawing; the label is required because nothing else names it. */
export function IconButton({ label, icon, size = 'medium', plain = false, ...rest }: IconButtonProps) {
  const button = (
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
  return plain ? (
    button
  ) : (
    <Tooltip content={label} isName>
      {button}
    </Tooltip>
  );
}
