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
      { keys: ['Mod K'], does: 'Search, or do something on this page' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    where: 'Overview and Cases',
    lines: [
      { keys: ['J', '↓'], does: 'Next account or case' },
      { keys: ['K', '↑'], does: 'Previous account or case' },
      { keys: ['Enter'], does: 'Open it' },
      { keys: ['X'], does: 'On Cases: select it, to acknowledge or assign several' },
      { keys: ['←', '→'], does: 'On Overview: point at a day; with Shift, select days' },
    ],
  },
  {
    where: 'Case',
    lines: [
      { keys: ['←', '→'], does: 'Move an end of the selected time' },
      { keys: ['Page Up', 'Page Down'], does: 'Move it by a day' },
      { keys: ['Esc'], does: 'Select the whole time again' },
    ],
  },
  {
    where: 'Tables',
    lines: [
      { keys: ['↑', '↓'], does: 'Previous or next row' },
      { keys: ['Page Up', 'Page Down'], does: 'A screen of rows up or down' },
      { keys: ['Home', 'End'], does: 'First or last row' },
      { keys: ['→', '←'], does: 'Into the values of a row, or back' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Mod C'], does: 'Copy the row or the value' },
    ],
  },
];
