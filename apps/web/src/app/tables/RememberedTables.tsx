import {
  type TableActions,
  type TableContent,
  type TableFormat,
  type TableHost,
  TableHostContext,
  type TableView,
} from '@scout/ui';
import { type ReactNode, useMemo } from 'react';
import { messageOf } from '../../api/error.ts';
import { useDensity } from '../../shell/appearance.ts';
import { copyText } from '../../shell/copyText.ts';
import { usePageActions } from '../../shell/pageActions.ts';
import { saveFile } from '../../shell/saveFile.ts';
import { toast } from '../../shell/toast.tsx';
import { useViewParams } from '../../view/useView.ts';
import { readFind, readSort, writeFind, writeSort } from '../../view/viewState.ts';
import { parseToggled, useToggledColumns } from './tableColumns.ts';

/** The services for all tables below: order and search in the address, columns and density in this browser, copy and export. */
export function RememberedTables({ children }: { children: ReactNode }) {
  const [params, change] = useViewParams();
  const [toggledText, toggle] = useToggledColumns();
  const [, chooseDensity] = useDensity();
  const search = params.toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters and columns are compared by their text.
  const host = useMemo<TableHost>(() => {
    const toggled = parseToggled(toggledText);
    const views = new Map<string, TableView>();
    return {
      viewOf(name) {
        const known = views.get(name);
        if (known !== undefined) return known;
        const view = {
          sort: readSort(params, name),
          find: readFind(params, name),
          toggled: toggled[name] ?? [],
        };
        views.set(name, view);
        return view;
      },
      changeView(name, { sort, find, toggled: ids }) {
        if (sort !== undefined) change((target) => writeSort(target, name, sort));
        if (find !== undefined) change((target) => writeFind(target, name, find), { replace: true });
        if (ids !== undefined) toggle(name, ids);
      },
      chooseDensity,
      copyTable: (content) => void clipboardText(content).then(copyText),
      copyText: (text) => void copyText(text),
      saveTable: (name, format, content) =>
        void saveTable(name, format, content, Date.now()).then(
          () => toast.success('Export generated successfully'),
          (error) => toast.error('Failed to generate export. Please try again.', messageOf(error)),
        ),
      Actions: TableCommands,
    };
  }, [search, toggledText]);

  return <TableHostContext value={host}>{children}</TableHostContext>;
}

/** Puts copy and export of a table into the command palette. */
function TableCommands({ caption, onCopy, onSave }: TableActions) {
  usePageActions([
    { label: `Copy table: ${caption}`, access: 'member', run: onCopy },
    { label: `Export table as CSV: ${caption}`, access: 'member', run: () => onSave('csv') },
    { label: `Export table as TXT: ${caption}`, access: 'member', run: () => onSave('txt') },
  ]);
  return null;
}

/** Saves a table as displayed: CSV safe from formulas, or one JSON object per line. */
async function saveTable(
  name: string,
  format: TableFormat,
  content: TableContent,
  now: number,
): Promise<void> {
  const { tableFile } = await import('@scout/contract/exports/table');
  const { text, mediaType } = tableFile(format, content);
  const timestamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  saveFile(new Blob([text], { type: mediaType }), `${name}-${timestamp}.${format}`);
}

/** A table or some of its rows as tab-separated text for spreadsheets. */
async function clipboardText(content: TableContent): Promise<string> {
  const { tableTsv } = await import('@scout/contract/exports/table');
  return tableTsv(content);
}
