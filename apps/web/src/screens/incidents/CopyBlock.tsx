import { CopyIcon, IconButton } from '@scout/ui';
import type { ReactNode } from 'react';
import { copyText } from '../settings/copyText.ts';
import { visible } from './rawText.ts';

interface CopyBlockProps {
  title: string;
  /** What is copied, exactly. */
  text: string;
  /** What is shown; the text itself when left out. Both are shown as text alone, whatever they hold. */
  shown?: string;
  actions?: ReactNode;
}

/** A text that somebody else wrote, to be read and copied; nothing in it is ever run or followed. */
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard.
        tabIndex={0}
        dir="ltr"
        className="max-h-96 overflow-auto rounded-control border border-stroke-subtle bg-surface-1 p-3 font-mono text-label whitespace-pre-wrap wrap-anywhere text-content"
      >
        {visible(shown)}
      </pre>
    </section>
  );
}
