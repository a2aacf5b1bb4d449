import { CheckIcon, CloseIcon, cx } from '@scout/ui';

interface EventFieldProps {
  id: string;
  field: string;
  value: string;
  onChange: (value: string) => void;
  /** The definition's condition on this field, and its result. */
  conditions: readonly { words: string; holds: boolean }[];
}

/** An editable field of the event, with its condition. */
export function EventField({ id, field, value, onChange, conditions }: EventFieldProps) {
  return (
    <div className="grid gap-x-6 gap-y-1.5 border-b border-stroke-subtle py-3 last:border-0 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="min-w-0">
        <label htmlFor={id} className="block truncate font-mono text-label text-content-faint">
          {field}
        </label>
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="mt-1 h-8 w-full rounded-control border border-stroke-strong bg-surface-field px-2 font-mono text-body"
        />
      </div>
      <ul className="flex flex-col justify-end gap-1 sm:pb-1.5">
        {conditions.map(({ words, holds }) => (
          <li
            key={words}
            className={cx(
              'flex items-center gap-2 text-label',
              holds ? 'text-content' : 'text-content-muted',
            )}
          >
            <span className={holds ? 'text-positive' : 'text-content-faint'}>
              {holds ? <CheckIcon size={14} /> : <CloseIcon size={14} />}
            </span>
            <span className={cx(!holds && 'line-through')}>{words}</span>
            {!holds && <span className="sr-only">no match</span>}
          </li>
        ))}
        {conditions.length === 0 && <li className="text-label text-content-faint">not checked</li>}
      </ul>
    </div>
  );
}
