import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from '../base/icons.tsx';
import { PlainIconButton } from '../base/PlainIconButton.tsx';

export interface NoticeProps {
  /** `warning` is about data or configuration, never about an incident. */
  tone?: 'info' | 'success' | 'warning' | 'error';
  title?: ReactNode;
  children?: ReactNode;
  onDismiss?: () => void;
  /** Omits the border, where the parent has one. */
  plain?: boolean;
}

const tones = {
  info: { icon: <InfoIcon />, color: 'text-content-muted' },
  success: { icon: <CheckIcon />, color: 'text-positive' },
  warning: { icon: <AlertIcon />, color: 'text-content' },
  error: { icon: <AlertIcon />, color: 'text-fault' },
};

/** A message in the page that stays while it applies, unlike a toast. Errors are announced at once. */
export function Notice({ tone = 'info', title, children, onDismiss, plain = false }: NoticeProps) {
  const look = tones[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-2.5 bg-surface-2 py-2.5',
        plain ? 'px-4' : 'border px-3',
        !plain && (tone === 'error' ? 'border-fault' : 'border-stroke-subtle'),
      )}
    >
      <span className={cx('mt-0.5', look.color)}>{look.icon}</span>
      <div className="min-w-0 grow text-body">
        {title && <p className="font-medium text-content">{title}</p>}
        {children && <div className="text-content-muted">{children}</div>}
      </div>
      {onDismiss && (
        <PlainIconButton label="Dismiss" icon={<CloseIcon size={12} />} size="tiny" onClick={onDismiss} />
      )}
    </div>
  );
}
