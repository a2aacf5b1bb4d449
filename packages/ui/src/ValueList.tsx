import { use, useRef, useState } from 'react';
import { AsidePopup, byKeyboard, useAside } from './Aside.tsx';
import { cx } from './cx.ts';
import { NO_VALUE } from './format.ts';
import { Mono, ValueTabIndex } from './Mono.tsx';
import { type NameKind, NameOpener } from './names.ts';
import { ValueMenu } from './ValueMenu.tsx';

export interface ValueListProps {
  values: readonly string[];
  /** What they are, for the name of the rest: 'source hosts'. */
  label: string;
  /** Words rather than names of machines. */
  text?: boolean;
  /** What they name: a press on one opens what is behind it, where a NameOpener is there. */
  names?: NameKind;
}

/** Several values in one cell: the first, and how many more, which lists them all on hover and focus. */
export function ValueList({ values, label, text = false, names }: ValueListProps) {
  const [first] = values;
  if (first === undefined) return <span className="text-content-faint">{NO_VALUE}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {text ? <span className="min-w-0 truncate">{first}</span> : <Mono value={first} names={names} />}
      {values.length > 1 && <More values={values} label={label} text={text} names={names} />}
    </span>
  );
}

interface MoreProps extends Required<Pick<ValueListProps, 'values' | 'label' | 'text'>> {
  names: NameKind | undefined;
}

/** How many values there are beside the first. A press offers all of them where something is behind them. */
function More({ values, label, text, names }: MoreProps) {
  const tabIndex = use(ValueTabIndex);
  const openName = use(NameOpener);
  const button = useRef<HTMLButtonElement>(null);
  const aside = useAside<'all'>();
  const [choosing, setChoosing] = useState(false);
  const rest = values.slice(1);
  const open = names !== undefined && openName !== null ? openName.bind(null, names) : null;
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        data-value=""
        aria-label={`${rest.length} more ${label}: ${rest.join(', ')}`}
        {...(open && { 'aria-haspopup': 'menu' as const, 'aria-expanded': choosing })}
        onClick={() => {
          aside.now(null);
          setChoosing(open !== null);
        }}
        onKeyDown={aside.onKeyDown}
        onPointerEnter={() => aside.later('all')}
        onPointerLeave={() => aside.now(null)}
        onFocus={(event) => byKeyboard(event) && aside.now('all')}
        onBlur={() => aside.now(null)}
        className={cx(
          'shrink-0 rounded-control text-label text-content-muted',
          open ? 'cursor-pointer underline-offset-4 hover:text-accent hover:underline' : 'cursor-default',
        )}
      >
        +{rest.length}
      </button>
      {aside.content && !choosing && (
        <AsidePopup anchor={button} onClose={() => aside.now(null)}>
          <ul className={text ? '' : 'font-mono'}>
            {values.slice(0, 24).map((value) => (
              <li key={value}>{value}</li>
            ))}
            {values.length > 24 && <li>and {values.length - 24} more</li>}
          </ul>
        </AsidePopup>
      )}
      {choosing && open && (
        <ValueMenu
          label={label}
          values={values}
          anchor={button}
          onChoose={open}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
