import { Menu as Base } from '@base-ui/react/menu';
import { type RefObject, use, useRef, useState } from 'react';
import { cx } from '../base/cx.ts';
import { HoverCard, isKeyboardFocus, useHoverCard } from '../overlay/HoverCard.tsx';
import { MenuItem } from '../overlay/Menu.tsx';
import { NO_VALUE } from './format.ts';
import { Mono, type NameKind, NameOpener, ValueTabIndex } from './Mono.tsx';

export interface ValueListProps {
  values: readonly string[];
  /** The plural noun for the accessible name: 'source hosts'. */
  label: string;
  /** Text of the counter; by default the number of further values, `+2`. */
  further?: string | undefined;
  /** Plain text rather than machine names. */
  text?: boolean;
  /** The kind of entity: a press on a value opens its details when a NameOpener is present. */
  names?: NameKind;
}

/** Several values in one cell: the first one, and a counter that lists all of them on hover and focus. */
export function ValueList({ values, label, further, text = false, names }: ValueListProps) {
  const [first] = values;
  if (first === undefined) return <span className="text-content-faint">{NO_VALUE}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {text ? <span className="min-w-0 truncate">{first}</span> : <Mono value={first} names={names} />}
      {values.length > 1 && (
        <More values={values} label={label} further={further} text={text} names={names} />
      )}
    </span>
  );
}

interface MoreProps extends Required<Pick<ValueListProps, 'values' | 'label' | 'text'>> {
  further: string | undefined;
  names: NameKind | undefined;
}

/** The counter of further values. A press opens a menu of all values when they have details. */
function More({ values, label, further, text, names }: MoreProps) {
  const tabIndex = use(ValueTabIndex);
  const openName = use(NameOpener);
  const button = useRef<HTMLButtonElement>(null);
  const card = useHoverCard<'all'>();
  const [choosing, setChoosing] = useState(false);
  const rest = values.slice(1);
  const listed = `${rest.length} more ${label}: ${rest.join(', ')}`;
  const open = names !== undefined && openName !== null ? openName.bind(null, names) : null;
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        data-value=""
        // Voice control finds a button by its visible text, which its name must contain.
        aria-label={further === undefined ? listed : `${further}, ${listed}`}
        {...(open && { 'aria-haspopup': 'menu' as const, 'aria-expanded': choosing })}
        onClick={() => {
          card.show(null);
          setChoosing(open !== null);
        }}
        onKeyDown={card.onKeyDown}
        onPointerEnter={() => card.showLater('all')}
        onPointerLeave={() => card.show(null)}
        onFocus={(event) => isKeyboardFocus(event) && card.show('all')}
        onBlur={() => card.show(null)}
        className={cx(
          'shrink-0 rounded-control text-label text-content-muted',
          open ? 'cursor-pointer underline-offset-4 hover:text-accent hover:underline' : 'cursor-default',
        )}
      >
        {further ?? `+${rest.length}`}
      </button>
      {card.content && !choosing && (
        <HoverCard anchor={button} onClose={() => card.show(null)}>
          <ul className={text ? '' : 'font-mono'}>
            {values.slice(0, 24).map((value) => (
              <li key={value}>{value}</li>
            ))}
            {values.length > 24 && <li>and {values.length - 24} more</li>}
          </ul>
        </HoverCard>
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

interface ValueMenuProps {
  /** The plural noun of the values: 'source hosts'. */
  label: string;
  values: readonly string[];
  anchor: RefObject<HTMLElement | null>;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** A menu of names, each of which opens its details. */
function ValueMenu({ label, values, anchor, onChoose, onClose }: ValueMenuProps) {
  return (
    <Base.Root open modal={false} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
          // In React's tree the menu is inside the row, which must not receive the press.
          onClick={(event) => event.stopPropagation()}
        >
          <Base.Popup
            aria-label={label}
            finalFocus={anchor}
            className="max-h-[min(20rem,var(--available-height))] max-w-[min(24rem,var(--available-width))] min-w-44 overflow-y-auto rounded-popup border border-stroke-strong bg-surface-popup p-1 text-label shadow-popup outline-none"
          >
            {values.map((value) => (
              <MenuItem key={value} onSelect={() => onChoose(value)}>
                <span className="min-w-0 truncate font-mono" title={value}>
                  {value}
                </span>
              </MenuItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
