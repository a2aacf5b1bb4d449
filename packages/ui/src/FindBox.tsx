import { useEffect, useRef, useState } from 'react';
import { SearchInput } from './SearchInput.tsx';

interface FindBoxProps {
  label: string;
  /** What is searched for now. */
  find: string;
  onFind: (text: string) => void;
}

/** Milliseconds without a key after which a text counts as written. */
const PAUSE = 200;

/** A search box that keeps what is being typed to itself for a moment: an address, say, need not follow every key. */
export function FindBox({ label, find, onFind }: FindBoxProps) {
  const [text, setText] = useState(find);
  const told = useRef(find);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Another text than the one told: somebody went back, or cleared the search elsewhere.
    if (find !== told.current) setText(find);
    told.current = find;
  }, [find]);

  const tell = (next: string) => {
    clearTimeout(timer.current);
    told.current = next;
    onFind(next);
  };
  return (
    <SearchInput
      label={label}
      placeholder="Find in rows"
      value={text}
      onValueChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => tell(next), PAUSE);
      }}
      onSubmit={() => tell(text)}
      onClear={() => {
        setText('');
        tell('');
      }}
    />
  );
}
