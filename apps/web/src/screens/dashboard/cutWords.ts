import { limits } from '@scout/contract';
import { formatCount, type PanelProps } from '@scout/ui';

/** "12 of 183 workstations" under a list that shows some of them; nothing under one that shows all. Lists of names end at a limit, which is told as such. */
export function cutNote(shown: number, all: number, things: string): Pick<PanelProps, 'footnote'> {
  if (shown >= all) return {};
  const many = all === limits.figures.listRows ? `${formatCount(all)} or more` : formatCount(all);
  return { footnote: `${formatCount(shown)} of ${many} ${things}` };
}
