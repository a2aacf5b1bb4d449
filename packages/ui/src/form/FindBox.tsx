import { useEffect, useRef, useState } from 'react';
import { SearchInput } from './SearchInput.tsx';

export interface FindBoxProps {
  /** Accessible name; the placeholder is not one. */
  label: string;
  placeholder: string;
  /** The current search text. */
  find: string;
  onFind: (text: string) => void;
}

/** Milliseconds without input after which the text is applied. */
const PAUSE = 200;

/** A search box with debounced input, so that the address bar does not follow every key. */
export function FindBox({ label, placeholder, find, onFind }: FindBoxProps) {
  const [text, setText] = useState(find);
  const applied = useRef(find);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Changed from outside: browser navigation, or the search was cleared elsewhere.
    if (find !== applied.current) setText(find);
    applied.current = find;
  }, [find]);

  const apply = (next: string) => {
    clearTimeout(timer.current);
    applied.current = next;
    onFind(next);
  };
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={text}
      onValueChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(next), PAUSE);
      }}
      onSubmit={() => apply(text)}
      onClear={() => {
        setText('');
        apply('');
      }}
    />
  );
}
