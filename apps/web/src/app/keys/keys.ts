/** A keyboard shortcut and its effect. Alternatives are separate entries in `keys`. */
export interface KeyLine {
  keys: readonly string[];
  does: string;
}

interface KeyGroup {
  where: string;
  lines: readonly KeyLine[];
}

/** Every keyboard shortcut of Scout; `?` shows them. `Mod` is Ctrl, or ⌘ on a Mac. */
export const keyGroups: readonly KeyGroup[] = [
  {
    where: 'Anywhere',
    lines: [
      { keys: ['Mod K'], does: 'Search and run commands' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close the open dialog or panel' },
    ],
  },
  {
    where: 'Overview and Cases',
    lines: [
      { keys: ['J', '↓'], does: 'Next account or case' },
      { keys: ['K', '↑'], does: 'Previous account or case' },
      { keys: ['Enter'], does: 'Open it' },
      { keys: ['X'], does: 'On Cases: select it for bulk actions' },
      { keys: ['←', '→'], does: 'On Overview: move between days; with Shift, select days' },
    ],
  },
  {
    where: 'Case',
    lines: [
      { keys: ['←', '→'], does: 'Move one end of the selected time range' },
      { keys: ['Page Up', 'Page Down'], does: 'Move it by a day' },
      { keys: ['Esc'], does: 'Reset to the full time range' },
    ],
  },
  {
    where: 'Tables',
    lines: [
      { keys: ['↑', '↓'], does: 'Previous or next row' },
      { keys: ['Page Up', 'Page Down'], does: 'One page of rows up or down' },
      { keys: ['Home', 'End'], does: 'First or last row' },
      { keys: ['→', '←'], does: 'Move into the values of a row, or back' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Mod C'], does: 'Copy the row or the value' },
    ],
  },
];
