import { use, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { SearchInput } from '../form/SearchInput.tsx';
import { PanelTools } from '../layout/Panel.tsx';
import type { Column } from './columns.ts';
import type { Density } from './density.ts';
import { TableMenu } from './TableMenu.tsx';
import type { TableFormat, TableView } from './tableHost.ts';

interface TableToolsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  view: TableView;
  onChange: (change: Partial<TableView>) => void;
  density: Density;
  onDensity: (density: Density) => void;
  searchable: boolean;
  onCopy: () => void;
  onSave: (format: TableFormat) => void;
}

/** A table's search box and menu, rendered into the header of its panel. */
export function TableTools<Row>({ searchable, ...menu }: TableToolsProps<Row>) {
  const place = use(PanelTools);
  if (place === null) return null;
  const { caption, view, onChange } = menu;
  return createPortal(
    <>
      {searchable && (
        <span className="w-48 max-sm:w-auto max-sm:grow">
          <FindBox label={`Find in ${caption}`} find={view.find} onFind={(find) => onChange({ find })} />
        </span>
      )}
      <TableMenu {...menu} />
    </>,
    place,
  );
}

interface FindBoxProps {
  label: string;
  /** The current search text. */
  find: string;
  onFind: (text: string) => void;
}

/** Milliseconds without input after which the text is applied. */
const PAUSE = 200;

/** A search box with debounced input, so that the address bar does not follow every key. */
function FindBox({ label, find, onFind }: FindBoxProps) {
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
      placeholder="Find in rows"
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
