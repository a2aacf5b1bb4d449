import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { createTabs } from './session/tabs.ts';
import { parkEvents, unparkEvents } from './store/recentEvents.ts';

// Before any code reads them.
unparkEvents(window);
// A tab closed before it is registered as open leaves no event behind either.
window.addEventListener('pagehide', () => {
  if (createTabs(window, '').count() === 0) parkEvents(window);
});

/** Starts the single page application in the shell's document. */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* Renders navigations synchronously rather than as transitions. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
});
