import type { CommandGroup } from '@scout/ui';
import { createBrowserSetting, useBrowserSetting } from '../../store/browserSetting.ts';
import { recentEntriesKey } from '../../store/recentEvents.ts';

/** Maximum number of remembered entries. */
const MOST = 5;

/** As text, because a parsed list would be a new value for each read. */
const setting = createBrowserSetting(recentEntriesKey, (text) => text);

/** The ids of this tenant's recent entries in this browser; empty for another tenant's or invalid text. */
export function parseRecent(text: string | null, tenantId: string): readonly string[] {
  try {
    const value = JSON.parse(text ?? 'null') as { tenantId?: unknown; ids?: unknown } | null;
    if (value?.tenantId !== tenantId || !Array.isArray(value.ids)) return [];
    return value.ids.filter((id): id is string => typeof id === 'string').slice(0, MOST);
  } catch {
    return [];
  }
}

/** The list as text with `id` prepended. */
export function withRecent(text: string | null, tenantId: string, id: string): string {
  const others = parseRecent(text, tenantId).filter((other) => other !== id);
  return JSON.stringify({ tenantId, ids: [id, ...others].slice(0, MOST) });
}

/** The ids of recent entries, newest first, with a function to add one. Signing out removes them. */
export function useRecent(tenantId: string): [readonly string[], (id: string) => void] {
  const text = useBrowserSetting(setting);
  return [parseRecent(text, tenantId), (id) => setting.set(withRecent(setting.get(), tenantId, id))];
}

/** Moves recent entries into a group at the top; drops entries that are not available. */
export function recentFirst(
  groups: readonly CommandGroup[],
  recent: readonly string[],
): readonly CommandGroup[] {
  const all = groups.flatMap(({ items }) => items);
  const items = recent.flatMap((id) => all.find((command) => command.id === id) ?? []);
  return [
    { label: 'Recent', items },
    ...groups.map(({ label, items: own }) => ({
      label,
      items: own.filter((command) => !items.includes(command)),
    })),
  ].filter((group) => group.items.length > 0);
}
