import { ThemeSwitch } from '@scout/ui';
import { useTheme } from './theme.ts';

/** Light, dark or the system's choice, remembered in this browser. */
export function ThemeControl() {
  const [choice, choose] = useTheme();
  return <ThemeSwitch value={choice} onValueChange={choose} />;
}
