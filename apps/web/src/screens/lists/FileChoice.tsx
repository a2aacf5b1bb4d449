import { useId } from 'react';
import { visible } from '../incidents/rawText.ts';

interface FileChoiceProps {
  label: string;
  /** Kinds of files that the browser offers. */
  accept: string;
  /** Name of the chosen file. */
  chosen: string | undefined;
  disabled?: boolean;
  onChoose: (file: File) => void;
}

/** A field for one file. */
export function FileChoice({ label, accept, chosen, disabled = false, onChoose }: FileChoiceProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-body font-medium">
        {label}
      </label>
      <div className="flex min-w-0 items-center gap-3">
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          // The browser's own message would say that no file is chosen, because the value is reset.
          className="w-27 shrink-0 text-transparent file:h-8 file:w-27 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-stroke-strong file:text-label file:font-medium file:text-content hover:file:bg-surface-3"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onChoose(file);
            // Permits choosing the same file again after a correction.
            event.target.value = '';
          }}
        />
        <span className="min-w-0 truncate text-label text-content-muted">
          {chosen === undefined ? 'No file chosen' : visible(chosen)}
        </span>
      </div>
    </>
  );
}
