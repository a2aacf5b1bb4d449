import { CopyIcon, IconButton } from '@scout/ui';
import { copyText } from '../../shell/copyText.ts';

interface CopyLineProps {
  label: string;
  value: string;
  /** The copied text, when it differs from the shown one. */
  copied?: string;
}

/** A command or identifier in full, with a copy button. */
export function CopyLine({ label, value, copied = value }: CopyLineProps) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-label text-content-muted">{label}</span>
      <div className="flex items-start gap-2 border border-stroke-subtle bg-surface-field py-1 pr-1 pl-3">
        <code className="min-w-0 grow py-1 font-mono text-label wrap-anywhere text-content">{value}</code>
        <IconButton
          label={`Copy ${label.toLowerCase()}`}
          icon={<CopyIcon />}
          size="small"
          plain
          onClick={() => void copyText(copied)}
        />
      </div>
    </div>
  );
}
