import { applyTheme, type Density, type ThemeChoice } from '@scout/ui';
import { useEffect } from 'react';
import { createBrowserSetting, useBrowserSetting } from '../store/browserSetting.ts';

/** Also read by public/theme.js before the first paint. */
const themeSetting = createBrowserSetting<ThemeChoice>('scout_theme', (text) =>
  text === 'light' || text === 'dark' ? text : 'system',
);

const densitySetting = createBrowserSetting<Density>('scout_density', (text) =>
  text === 'compact' ? 'compact' : 'regular',
);

/** The selected theme and its setter. Follows other tabs. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  useEffect(() => themeSetting.subscribe(() => applyTheme(themeSetting.get())), []);
  return [useBrowserSetting(themeSetting), themeSetting.set];
}

/** The density of tables and its setter. Follows other tabs. */
export function useDensity(): [Density, (choice: Density) => void] {
  return [useBrowserSetting(densitySetting), densitySetting.set];
}
