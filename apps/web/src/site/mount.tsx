import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { islandPrefix } from './Island.tsx';

/** Mounts an island: hydrates its prerendered HTML, or replaces its placeholder. */
export function mount(place: HTMLElement, component: ComponentType<never>): void {
  const { island = '', props = '{}', prerendered } = place.dataset;
  const element = createElement(component, JSON.parse(props));
  const options = { identifierPrefix: islandPrefix(island) };
  // A transition renders in slices, so that slow phones can scroll meanwhile.
  startTransition(() => {
    if (prerendered === undefined) createRoot(place, options).render(element);
    else hydrateRoot(place, element, options);
  });
  place.dataset.live = '';
}
