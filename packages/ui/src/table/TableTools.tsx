import { use } from 'react';
import { createPortal } from 'react-dom';
import { FindBox } from '../form/FindBox.tsx';
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
          <FindBox
            label={`Find in ${caption}`}
            placeholder="Find in rows"
            find={view.find}
            onFind={(find) => onChange({ find })}
          />
        </span>
      )}
      <TableMenu {...menu} />
    </>,
    place,
  );
}
