import { islands } from './app/islands.ts';
import { startCopying } from './site/startCopying.ts';
import { startIslands } from './site/startIslands.ts';

/**
 * The only script on every page, so it stays small: pages of the application start the router; public pages are plain HTML and
 * only hydrate their islands.
 */
if ('__reactRouterContext' in window) {
  void import('./boot.tsx');
} else {
  startIslands(document, islands);
  startCopying(document);
  // Set by public/theme.js. Visitors without a session do not load this code.
  if ('signedIn' in document.documentElement.dataset) {
    void import('./site/staySignedIn.ts').then(({ staySignedIn }) => staySignedIn(window));
  }
}
