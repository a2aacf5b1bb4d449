import { limits } from '@scout/contract';
import { formatCount, type PanelProps } from '@scout/ui';

/** "12 of 183 workstations" under a truncated list; nothing under a complete one. Lists of names have a limit, which is stated. */
export function cutNote(shown: number, all: number, things: string): Pick<PanelProps, 'footnote'> {
  if (shown >= all) return {};
  const many = all === limits.figures.listRows ? `${formatCount(all)} or more` : formatCount(all);
  return { footnote: `${formatCount(shown)} of ${many} ${things}` };
}
