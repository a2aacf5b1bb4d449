import { startCopying } from './site/startCopying.ts';
import { startIslands } from './site/startIslands.ts';

/**
 * The only script that every page has, so it stays tiny: the application's pages boot the router; a public page is plain
 * HTML already, and only its islands come to life.
 */
if ('__reactRouterContext' in window) {
  void import('./boot.tsx');
} else {
  startIslands(document);
  startCopying(document);
  // Set by public/theme.js. A visitor without a session loads nothing of it.
  if ('signedIn' in document.documentElement.dataset) {
    void import('./site/staySignedIn.ts').then(({ staySignedIn }) => staySignedIn(window));
  }
}
