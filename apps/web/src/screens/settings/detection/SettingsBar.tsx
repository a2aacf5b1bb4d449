import { limits } from '@scout/contract';
import { formatCount } from '@scout/ui';
import { ActionButton } from '../../../shell/ActionButton.tsx';

interface SettingsBarProps {
  /** Number of unsaved changes. */
  changes: number;
  /** Effect of the changes, once it is computed. */
  effect: string | null;
  /** First reason why the changes cannot be saved. */
  problem: string | null;
  saving: boolean;
  /** Undefined without a subscription. */
  trial: { busy: boolean; onTry: () => void } | undefined;
  onDiscard: () => void;
  onSave: () => void;
}

const { days } = limits.caseTrial;

/** Unsaved changes, their effect and their actions; always in view. */
export function SettingsBar({
  changes,
  effect,
  problem,
  saving,
  trial,
  onDiscard,
  onSave,
}: SettingsBarProps) {
  const isChanged = changes > 0;
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-stroke-subtle bg-surface-1 px-4 py-2"
    >
      <p role="status" className="min-w-0 text-body">
        {isChanged
          ? `${formatCount(changes)} unsaved ${changes === 1 ? 'change' : 'changes'}`
          : 'No unsaved changes'}
        {isChanged && (problem ?? effect) !== null && (
          <span className="block text-label text-content-muted tabular-nums">{problem ?? effect}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          command="Discard changes of the settings"
          access="admin"
          size="small"
          variant="quiet"
          disabled={!isChanged}
          onClick={onDiscard}
        >
          Discard
        </ActionButton>
        {trial && (
          <ActionButton
            command="Test the settings on history"
            access="subscriber-admin"
            size="small"
            busy={trial.busy}
            disabled={!isChanged || problem !== null}
            onClick={trial.onTry}
          >
            {`Test on the last ${days} days`}
          </ActionButton>
        )}
        <ActionButton
          command="Save changes of the settings"
          access="admin"
          size="small"
          variant="primary"
          busy={saving}
          disabled={!isChanged}
          onClick={onSave}
        >
          Save changes
        </ActionButton>
      </div>
    </section>
  );
}
