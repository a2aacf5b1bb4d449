import { CopyIcon, IconButton } from '@scout/ui';
import { copyText } from '../../shell/copyText.ts';

/** Lines for a terminal or a file, with a button that copies all of them. */
export function CodeBlock({ label, lines }: { label: string; lines: string }) {
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="text-label text-content-muted">{label}</figcaption>
      <div className="flex items-start border border-stroke-subtle bg-surface-field">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
          tabIndex={0}
          className="scroll-hint min-w-0 grow overflow-x-auto px-3 py-2 font-mono text-label leading-5 outline-offset-[-2px]"
        >
          {lines}
        </pre>
        <span className="p-1">
          <IconButton
            label={`Copy ${label.toLowerCase()}`}
            icon={<CopyIcon />}
            size="small"
            plain
            onClick={() => void copyText(lines)}
          />
        </span>
      </div>
    </figure>
  );
}
