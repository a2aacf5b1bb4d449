import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { unparkEvents } from './events/storage.ts';

// Before anything reads them.
unparkEvents(window);

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
