import { createContext, use, useRef } from 'react';
import { AsidePopup, byKeyboard, useAside } from './Aside.tsx';
import { cx } from './cx.ts';
import { type NameKind, NameOpener } from './names.ts';
import { splitTail } from './truncate.ts';

/** The tab index of values inside a table row: -1 there, because the row takes the focus and arrows lead to its values. */
export const ValueTabIndex = createContext<0 | -1>(0);

export interface MonoProps {
  /** An account, host, address, server, process: shown whole when it fits, without its middle when not. */
  value: string;
  /** What it names: a press opens what is behind it, where a NameOpener is there; else it copies. */
  names?: NameKind | undefined;
  /** Only shown: no copying, no tooltip, no focus. */
  plain?: boolean;
  muted?: boolean;
}

/** What stands beside the value: itself when it is cut, or what a press did. A line of a table may say another value by then. */
interface Said {
  of: string;
  what: 'whole' | 'Copied' | 'Copying is not allowed here';
}

const SAID_FOR = 1_200;

/** A machine's name for something. Hover or focus shows the whole when it is cut; a press copies the whole or opens what is behind it. */
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

/** The head gives way, the tail stays: a cut in the middle at whatever width the browser finds. A short name is never cut. */
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
  const aside = useAside<Said>();
  const said = aside.content?.of === value ? aside.content.what : null;
  const open = names !== undefined && openName !== null ? () => openName(names, value) : null;

  const isCut = () => {
    const head = button.current?.firstElementChild;
    return head ? head.scrollWidth > head.clientWidth : false;
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      aside.now({ of: value, what: 'Copied' });
    } catch {
      aside.now({ of: value, what: 'Copying is not allowed here' });
    }
    aside.later(null, SAID_FOR);
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
        onKeyDown={aside.onKeyDown}
        onPointerEnter={() => isCut() && aside.later({ of: value, what: 'whole' })}
        onPointerLeave={() => aside.now(null)}
        onFocus={(event) => byKeyboard(event) && isCut() && aside.now({ of: value, what: 'whole' })}
        onBlur={() => aside.now(null)}
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
      {said && (
        <AsidePopup anchor={button} onClose={() => aside.now(null)}>
          {said === 'whole' ? <span className="font-mono">{value}</span> : <span role="status">{said}</span>}
        </AsidePopup>
      )}
    </>
  );
}
