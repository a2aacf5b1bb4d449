import type { Access } from '@scout/contract';
import { Button, type ButtonProps } from '@scout/ui';
import { usePageActions } from './pageActions.ts';

interface ActionButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** Its name in the command palette, without the context of the page: 'Close case…'. */
  command: string;
  /** The access of the call behind it. */
  access: Access;
  /** An action on one row of a list. */
  ofRow?: boolean;
  onClick: () => void;
}

/** A button that is also in the command palette, unless it is disabled. */
export function ActionButton({ command, access, ofRow = false, onClick, ...button }: ActionButtonProps) {
  const { disabled = false, busy = false } = button;
  usePageActions(disabled || busy ? [] : [{ label: command, access, ofRow, run: onClick }]);
  return <Button {...button} data-command={command} data-access={access} onClick={onClick} />;
}
