import { Button, formatCount } from '@scout/ui';
import type { Progress } from './download.ts';

/** The progress of a long report, with a cancel button. */
export function ReportProgress({
  progress: { received, total },
  onCancel,
}: {
  progress: Progress;
  onCancel: () => void;
}) {
  return (
    <div className="flex items-center gap-4">
      <progress
        aria-label="Export"
        value={received}
        max={Math.max(1, total)}
        className="h-1.5 min-w-0 grow appearance-none overflow-hidden rounded-control bg-surface-3 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent"
      />
      <span className="font-mono text-label text-content-muted">
        {formatCount(received)} of {formatCount(total)}
      </span>
      <Button size="small" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
