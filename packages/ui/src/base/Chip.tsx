import { CloseIcon } from './icons.tsx';

export interface ChipProps {
  /** Name of the filter: 'Service account'. */
  label: string;
  /** The applied text. */
  value: string;
  onRemove: () => void;
}

/** An applied filter, which a press removes. */
export function Chip({ label, value, onRemove }: ChipProps) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={`Remove the filter ${label}: ${value}`}
      className="inline-flex h-7 min-w-0 max-w-full cursor-pointer items-center gap-1.5 rounded-full border border-stroke-strong bg-surface-selected px-2.5 text-label text-content transition-colors hover:bg-surface-3"
    >
      <span className="shrink-0 text-content-muted">{label}</span>
      <span className="min-w-0 truncate font-mono">{value}</span>
      <CloseIcon size={12} />
    </button>
  );
}
