import { createBrowserSetting, useBrowserSetting } from '../../store/browserSetting.ts';

/** As text, because a parsed object would be a new value at each read. */
const setting = createBrowserSetting('scout_table_columns', (text) => text);

/** Ids of the columns whose default visibility is inverted, by the table's name. */
export type ToggledColumns = Readonly<Record<string, readonly string[]>>;

/** Parses the stored text; leaves out whatever is not a list of column ids. */
export function parseToggled(text: string | null): ToggledColumns {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, ids]) => Array.isArray(ids) && ids.length < 100 && ids.every((id) => typeof id === 'string'),
    ),
  );
}

function toggle(table: string, ids: readonly string[]): void {
  const { [table]: _before, ...others } = parseToggled(setting.get());
  setting.set(JSON.stringify(ids.length === 0 ? others : { ...others, [table]: ids }));
}

/** The toggled columns of this browser as stored, and how to set those of a table. Follows other tabs. */
export function useToggledColumns(): [string | null, (table: string, ids: readonly string[]) => void] {
  return [useBrowserSetting(setting), toggle];
}
