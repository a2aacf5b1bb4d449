import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { islandPrefix } from './Island.tsx';

/** Brings one island to life: takes over its prerendered HTML, or takes the place of what held it. */
export function mount(place: HTMLElement, component: ComponentType<never>): void {
  const { island = '', props = '{}', prerendered } = place.dataset;
  const element = createElement(component, JSON.parse(props));
  const options = { identifierPrefix: islandPrefix(island) };
  // A transition is worked off in slices: a slow phone goes on scrolling meanwhile.
  startTransition(() => {
    if (prerendered === undefined) createRoot(place, options).render(element);
    else hydrateRoot(place, element, options);
  });
  place.dataset.live = '';
}
