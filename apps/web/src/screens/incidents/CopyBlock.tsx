import { CopyIcon, IconButton } from '@scout/ui';
import type { ReactNode } from 'react';
import { copyText } from '../../shell/copyText.ts';
import { visible } from './rawText.ts';

interface CopyBlockProps {
  title: string;
  /** The copied text. */
  text: string;
  /** The shown text; defaults to the copied one. Both are rendered as plain text. */
  shown?: string;
  actions?: ReactNode;
}

/** An untrusted text with a copy button; never interpreted. */
export function CopyBlock({ title, text, shown = text, actions }: CopyBlockProps) {
  return (
    <section aria-label={title}>
      <div className="flex min-h-8 items-center justify-between gap-2 pb-1">
        <h4 className="text-label font-medium text-content-muted">{title}</h4>
        <span className="flex items-center gap-2">
          {actions}
          <IconButton
            label={`Copy ${title.toLowerCase()}`}
            icon={<CopyIcon size={14} />}
            size="small"
            onClick={() => void copyText(text)}
          />
        </span>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        className="max-h-96 overflow-auto rounded-control border border-stroke-subtle bg-surface-1 p-3 font-mono text-label whitespace-pre-wrap wrap-anywhere text-content"
      >
        {visible(shown)}
      </pre>
    </section>
  );
}
