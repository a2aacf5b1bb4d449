import { Menu as Base } from '@base-ui/react/menu';
import { CheckIcon, MoreIcon } from '../base/icons.tsx';
import { IconButton } from '../overlay/IconButton.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../overlay/Menu.tsx';
import { type Column, isAction, isShown } from './columns.ts';
import type { Density } from './density.ts';
import type { TableFormat, TableView } from './tableHost.ts';

interface TableMenuProps<Row> {
  /** The table's caption; part of the button's name. */
  caption: string;
  columns: readonly Column<Row>[];
  view: TableView;
  onChange: (change: Partial<TableView>) => void;
  density: Density;
  onDensity: (density: Density) => void;
  onCopy: () => void;
  onSave: (format: TableFormat) => void;
}

const densities = [
  { value: 'regular', label: 'Regular rows' },
  { value: 'compact', label: 'Compact rows' },
] as const;

const line =
  'grid h-8 cursor-pointer select-none grid-cols-[1rem_1fr] items-center gap-2 rounded-control px-2 outline-none data-disabled:cursor-default data-highlighted:bg-surface-selected data-disabled:text-content-faint';

/** The menu of a table: columns, density, copy, export. */
export function TableMenu<Row>({
  caption,
  columns,
  view,
  onChange,
  density,
  onDensity,
  onCopy,
  onSave,
}: TableMenuProps<Row>) {
  const choices = columns.filter((column) => !isAction(column.id));
  const shown = choices.filter((column) => isShown(column, view.toggled));
  return (
    <Menu trigger={<IconButton label={`Options of ${caption}`} icon={<MoreIcon />} size="small" />}>
      {choices.length > 1 && (
        <>
          <MenuGroup label="Columns">
            {choices.map((column) => {
              const { id, header } = column;
              const checked = isShown(column, view.toggled);
              return (
                <Base.CheckboxItem
                  key={id}
                  checked={checked}
                  // At least one column stays visible.
                  disabled={checked && shown.length === 1}
                  onCheckedChange={() =>
                    onChange({
                      toggled: view.toggled.includes(id)
                        ? view.toggled.filter((other) => other !== id)
                        : [...view.toggled, id],
                    })
                  }
                  className={line}
                >
                  <Base.CheckboxItemIndicator>
                    <CheckIcon size={14} />
                  </Base.CheckboxItemIndicator>
                  <span className="col-start-2">{header}</span>
                </Base.CheckboxItem>
              );
            })}
          </MenuGroup>
          <MenuSeparator />
        </>
      )}
      <Base.RadioGroup
        aria-label="Density"
        value={density}
        onValueChange={(next: Density) => onDensity(next)}
      >
        {densities.map(({ value, label }) => (
          <Base.RadioItem key={value} value={value} closeOnClick={false} className={line}>
            <Base.RadioItemIndicator>
              <CheckIcon size={14} />
            </Base.RadioItemIndicator>
            <span className="col-start-2">{label}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
      <MenuSeparator />
      <MenuItem onSelect={onCopy}>Copy table</MenuItem>
      <MenuItem onSelect={() => onSave('csv')}>Export CSV</MenuItem>
      <MenuItem onSelect={() => onSave('txt')}>Export TXT</MenuItem>
    </Menu>
  );
}
