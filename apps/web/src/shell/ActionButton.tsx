import type { Access, CallName } from '@scout/contract';
import { Button, type ButtonProps } from '@scout/ui';
import { useMayPress } from '../session/organization.ts';
import { usePageActions } from './pageActions.ts';

interface ActionButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Its name in the command palette, without the context of the page: 'Close case…'. */
  command: string;
  /** The access of the call behind it. */
  access: Access;
  /** That call, where roles beside admin and member differ. */
  call?: CallName | undefined;
  /** An action on one row of a list. */
  ofRow?: boolean;
  onClick: () => void;
}

/** A button that is also in the command palette, unless it is disabled. A role that may not press it does not see it. */
export function ActionButton({
  command,
  access,
  call,
  ofRow = false,
  onClick,
  ...button
}: ActionButtonProps) {
  const { disabled = false, busy = false } = button;
  const mayPress = useMayPress(access, call);
  usePageActions(
    disabled || busy || !mayPress ? [] : [{ label: command, access, call, ofRow, run: onClick }],
  );
  if (!mayPress) return null;
  return <Button {...button} data-command={command} data-access={access} onClick={onClick} />;
}
