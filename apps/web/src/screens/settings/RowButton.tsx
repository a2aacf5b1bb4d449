import type { Access, CallName } from '@scout/contract';
import { ActionButton } from '../../shell/ActionButton.tsx';

interface RowButtonProps {
  children: string;
  /** The accessible name: 'Remove ben@northwind.example'. */
  label: string;
  /** The access of the call behind it. */
  access: Access;
  call?: CallName;
  onPress: () => void;
  busy?: boolean;
  disabled?: boolean;
}

/** An action on one row of a list, aligned with the text above it. */
export function RowButton({
  children,
  label,
  access,
  call,
  onPress,
  busy = false,
  disabled = false,
}: RowButtonProps) {
  return (
    <span className="-ml-2.5 inline-flex in-[td]:-my-1 in-[td]:align-top">
      <ActionButton
        command={label}
        access={access}
        call={call}
        ofRow
        size="small"
        variant="quiet"
        busy={busy}
        disabled={disabled}
        onClick={onPress}
        aria-label={label}
      >
        {children}
      </ActionButton>
    </span>
  );
}
