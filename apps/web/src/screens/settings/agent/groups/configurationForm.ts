import { groupSettings } from '@scout/contract';
import type { GroupSettings } from '@scout/contract/agentConfiguration';

/** Texts of the form; empty ones set nothing. */
export interface FormTexts {
  sources: string;
  excluded: string;
  rate: string;
  ring: 'unset' | 'first' | 'any' | 'last';
  tags: string;
  days: string;
  from: string;
  to: string;
  proxy: string;
}

export const textsOf = (settings: GroupSettings): FormTexts => ({
  sources: settings.sources?.join('\n') ?? '',
  excluded: settings.exclude_event_ids?.join(', ') ?? '',
  rate: settings.events_per_second?.toString() ?? '',
  ring: settings.upgrade_ring ?? 'unset',
  tags: settings.tags?.join(', ') ?? '',
  days: daysText(settings.quiet_hours?.days),
  from: settings.quiet_hours?.from ?? '',
  to: settings.quiet_hours?.to ?? '',
  proxy: settings.proxy ?? '',
});

export const dayChoices = [
  { value: '', label: 'None' },
  { value: '1,2,3,4,5', label: 'Monday to Friday' },
  { value: '0,6', label: 'Saturday and Sunday' },
  { value: '0,1,2,3,4,5,6', label: 'Every day' },
] as const;

/** Days that a call set in another way stay as they are. */
const daysText = (days: readonly number[] | undefined): string => days?.toSorted().join(',') ?? '';

const listOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The settings that the texts say, or the first fault with its field. */
export function settingsOf(
  texts: FormTexts,
):
  | { readonly settings: ReturnType<typeof groupSettings.parse> }
  | { readonly field: string; readonly fault: string } {
  const sources = listOf(texts.sources, /\n/);
  const excluded = listOf(texts.excluded, /[\s,]+/);
  const tags = listOf(texts.tags, /,/);
  const given = {
    ...(sources.length > 0 && { sources }),
    ...(excluded.length > 0 && { exclude_event_ids: excluded.map(Number) }),
    ...(texts.rate.trim() !== '' && { events_per_second: Number(texts.rate) }),
    ...(texts.ring !== 'unset' && { upgrade_ring: texts.ring }),
    ...(tags.length > 0 && { tags }),
    ...(texts.days !== '' && {
      quiet_hours: { days: texts.days.split(',').map(Number), from: texts.from.trim(), to: texts.to.trim() },
    }),
    ...(texts.proxy.trim() !== '' && { proxy: texts.proxy.trim() }),
  };
  const read = groupSettings.safeParse(given);
  if (read.success) return { settings: read.data };
  const { path, message } = read.error.issues[0]!;
  return { field: String(path[0]), fault: message };
}
