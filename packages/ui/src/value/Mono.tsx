import { createContext, use, useRef } from 'react';
import { cx } from '../base/cx.ts';
import { HoverCard, isKeyboardFocus, useHoverCard } from '../overlay/HoverCard.tsx';
import { splitTail } from './truncate.ts';

/** The kind of entity a name refers to, when it has a detail view. */
export type NameKind = 'account' | 'computer' | 'server' | 'source' | 'user';

/** Opens the detail view of a name; when null, pressing a name copies it. */
export const NameOpener = createContext<((kind: NameKind, name: string) => void) | null>(null);

/** The tab index of values: -1 inside a table row, where the row takes the focus and arrow keys reach its values. */
export const ValueTabIndex = createContext<0 | -1>(0);

export interface MonoProps {
  /** An account, host, address, server or process name; cut in the middle when it does not fit. */
  value: string;
  /** The kind of entity: a press opens its details when a NameOpener is present, and copies the value otherwise. */
  names?: NameKind | undefined;
  /** Not interactive: no copying, no hover card, no focus. */
  plain?: boolean;
  muted?: boolean;
}

/** Content of the hover card: the full value, or the result of a press. `of` guards against a reused table row. */
interface CardContent {
  of: string;
  what: 'whole' | 'Copied' | 'Copying is not allowed here';
}

const MESSAGE_MS = 1_200;

/** A machine-readable name. Hover or focus shows the full value when it is cut; a press copies it or opens its details. */
export function Mono({ value, names, plain = false, muted = false }: MonoProps) {
  const look = cx('middle-cut font-mono', muted && 'text-content-muted');
  return plain ? (
    <span className={look}>
      <Halves value={value} />
    </span>
  ) : (
    <Pressable value={value} names={names} look={look} />
  );
}

/** Splits the value so that the browser truncates the head and keeps the tail. Short names are never cut. */
function Halves({ value }: { value: string }) {
  const { head, tail } = splitTail(value);
  if (!tail) return head;
  return (
    <>
      <span className="min-w-0 overflow-hidden text-ellipsis whitespace-pre">{head}</span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </>
  );
}

function Pressable({ value, names, look }: { value: string; names: NameKind | undefined; look: string }) {
  const tabIndex = use(ValueTabIndex);
  const openName = use(NameOpener);
  const button = useRef<HTMLButtonElement>(null);
  const card = useHoverCard<CardContent>();
  const shown = card.content?.of === value ? card.content.what : null;
  const open = names !== undefined && openName !== null ? () => openName(names, value) : null;

  const isCut = () => {
    const head = button.current?.firstElementChild;
    return head ? head.scrollWidth > head.clientWidth : false;
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      card.show({ of: value, what: 'Copied' });
    } catch {
      card.show({ of: value, what: 'Copying is not allowed here' });
    }
    card.showLater(null, MESSAGE_MS);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-label={value}
        data-value=""
        {...(open && { 'aria-haspopup': 'dialog' as const })}
        onClick={open ?? copy}
        onKeyDown={card.onKeyDown}
        onPointerEnter={() => isCut() && card.showLater({ of: value, what: 'whole' })}
        onPointerLeave={() => card.show(null)}
        onFocus={(event) => isKeyboardFocus(event) && isCut() && card.show({ of: value, what: 'whole' })}
        onBlur={() => card.show(null)}
        className={cx(
          look,
          'rounded-control text-left underline-offset-4 hover:underline',
          open
            ? 'cursor-pointer hover:text-accent'
            : 'cursor-copy decoration-content-faint decoration-dotted',
        )}
      >
        <Halves value={value} />
      </button>
      {shown && (
        <HoverCard anchor={button} onClose={() => card.show(null)}>
          {shown === 'whole' ? (
            <span className="font-mono">{value}</span>
          ) : (
            <span role="status">{shown}</span>
          )}
        </HoverCard>
      )}
    </>
  );
}
