import { MoonIcon, ScreenIcon, SunIcon } from './icons.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import type { ThemeChoice } from './theme.ts';

export interface ThemeSwitchProps {
  value: ThemeChoice;
  /** The caller keeps the choice and calls applyTheme. */
  onValueChange: (value: ThemeChoice) => void;
}

const segments = [
  { value: 'light', label: 'Light', icon: <SunIcon size={14} /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon size={14} /> },
  { value: 'system', label: 'System', icon: <ScreenIcon size={14} /> },
] as const;

/** Light, dark, or as the system says. Controlled. */
export function ThemeSwitch({ value, onValueChange }: ThemeSwitchProps) {
  return <SegmentedControl label="Theme" segments={segments} value={value} onValueChange={onValueChange} />;
}
