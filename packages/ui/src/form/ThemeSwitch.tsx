import { MoonIcon, ScreenIcon, SunIcon } from '../base/icons.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';

/** The theme setting; `system` follows the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system';

/** Sets `data-theme` on a document's root element; `system` removes it. */
export function applyTheme(choice: ThemeChoice, root: HTMLElement = document.documentElement): void {
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}

export interface ThemeSwitchProps {
  value: ThemeChoice;
  /** The caller stores the choice and calls applyTheme. */
  onValueChange: (value: ThemeChoice) => void;
}

const segments = [
  { value: 'light', label: 'Light', icon: <SunIcon size={14} /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon size={14} /> },
  { value: 'system', label: 'System', icon: <ScreenIcon size={14} /> },
] as const;

/** Light, dark or system theme. Controlled. */
export function ThemeSwitch({ value, onValueChange }: ThemeSwitchProps) {
  return <SegmentedControl label="Theme" segments={segments} value={value} onValueChange={onValueChange} />;
}
