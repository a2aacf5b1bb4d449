import { type TableHost, TableHostContext, type TableView } from '@scout/ui';
import { type ReactNode, useMemo } from 'react';
import { messageOf } from '../api/error.ts';
import { copyText } from '../screens/settings/copyText.ts';
import { useDensity } from '../shell/density.ts';
import { toast } from '../shell/toast.tsx';
import { noneToggled, parseToggled, useToggledColumns } from './tableColumns.ts';
import { clipboardText, saveTable } from './tableFiles.ts';
import { useViewParams } from './useView.ts';
import { readFind, readSort, writeFind, writeSort } from './viewState.ts';

/** What tables below remember and do: order and search in the address, columns and density in this browser, copy and export. */
export function RememberedTables({ children }: { children: ReactNode }) {
  const [params, change] = useViewParams();
  const [toggledText, toggle] = useToggledColumns();
  const [, chooseDensity] = useDensity();
  const search = params.toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is the text of the parameters and of the choice of columns.
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
          toggled: toggled[name] ?? noneToggled,
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
    };
  }, [search, toggledText]);

  return <TableHostContext value={host}>{children}</TableHostContext>;
}
