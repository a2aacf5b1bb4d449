import { isUnfiltered, SHOW_ALL } from '@scout/detection';
import { Button, Chip, SearchInput } from '@scout/ui';
import { useState } from 'react';
import { usePageActions } from '../../../shell/pageActions.ts';

interface FilterBoxProps {
  /** The noun for what is filtered: 'service account'. */
  thing: string;
  placeholder: string;
  /** The applied filter; 'all' for none. */
  applied: string;
  onApply: (search: string) => void;
}

/** A filter that applies on submit; the clear button and Show All remove it (spec section 4). */
export function FilterBox({ thing, placeholder, applied, onApply }: FilterBoxProps) {
  const label = `Filter by ${thing}`;
  const [text, setText] = useState(applied);
  const [before, setBefore] = useState(applied);
  // Show All in the empty table also clears the box.
  if (before !== applied) {
    setBefore(applied);
    setText(applied);
  }

  const showAll = () => {
    setText(SHOW_ALL);
    onApply(SHOW_ALL);
  };
  usePageActions(
    isUnfiltered(applied) ? [] : [{ label: `Show all: ${label}`, access: 'member', run: showAll }],
  );
  const showsAll = isUnfiltered(text) || text.trim() === applied;
  const submit = () => (isUnfiltered(text) ? showAll() : onApply(text.trim()));

  return (
    <>
      {!isUnfiltered(applied) && <Chip label={thing} value={applied.trim()} onRemove={showAll} />}
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={text}
        onValueChange={setText}
        onClear={showAll}
        onSubmit={submit}
        clearable={text.trim().toLowerCase() !== SHOW_ALL}
      />
      <Button onClick={showsAll ? showAll : submit}>{showsAll ? 'Show All' : 'Apply Filter'}</Button>
    </>
  );
}
