/** What a person may choose; `system` follows the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** Sets the theme of a document by `data-theme` on its root element; `system` takes the attribute away. */
export function applyTheme(choice: ThemeChoice, root: HTMLElement = document.documentElement): void {
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}
