import type { Access } from '@scout/contract';
import { ActionButton } from '../../shell/ActionButton.tsx';

interface DeleteLineProps {
  consequence: string;
  /** The button's text: 'Delete account'. */
  title: string;
  access: Access;
  disabled?: boolean;
  onPress: () => void;
}

/** The consequences of a deletion beside the button that begins it. */
export function DeleteLine({ consequence, title, access, disabled = false, onPress }: DeleteLineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <p className="max-w-[72ch] text-body text-content-muted">{consequence}</p>
      <ActionButton
        command={`${title}…`}
        access={access}
        variant="danger"
        disabled={disabled}
        onClick={onPress}
      >
        {title}
      </ActionButton>
    </div>
  );
}
