import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { parkEvents, unparkEvents } from './events/storage.ts';
import { createTabs } from './session/tabs.ts';

// Before anything reads them.
unparkEvents(window);
// A tab that is closed before it counts as an open one leaves no event behind either.
window.addEventListener('pagehide', () => {
  if (createTabs(window, '').count() === 0) parkEvents(window);
});

/** Starts the single page application in the shell's document. */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A page that a link leads to is drawn at once, not in slices between other work. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
});
